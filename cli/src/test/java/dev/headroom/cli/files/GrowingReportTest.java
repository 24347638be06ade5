package dev.headroom.cli.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.Main;
import dev.headroom.cli.commands.ShownRun;
import dev.headroom.cli.screen.Screen;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.LabEvent;
import dev.headroom.lab.store.ResultsFolder;
import dev.headroom.lab.store.RunFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowingReportTest {

    private static final Path RECORDED = Path.of("..", "lab", "src", "test", "resources", "recorded");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void aReportThatCannotBeMadeEndsNoRunAndIsTold() throws IOException {
        Run run = RunFile.read(RECORDED.resolve("users-lifted.json"));
        Experiment experiment = experiment(run);
        List<LabEvent> told = new ArrayList<>();
        GrowingReport report = new GrowingReport(experiment, told::add);
        // something else stands where the page shall go
        Files.createDirectories(folder.resolve("report.html").resolve("in-the-way"));

        report.on(new LabEvent.ExperimentStarting(folder));
        report.on(new LabEvent.VariantFinished(run));

        assertThat(told).hasSize(2);
        assertThat(report.fault()).isPresent();
        ShownRun shown = ShownRun.shown(
                new ExperimentResult(experiment, Instant.EPOCH, Duration.ZERO, List.of(run)),
                report,
                new Screen(80, false));
        assertThat(shown.page()).isEmpty();
        assertThat(shown.result().answered()).isTrue();
    }

    @Test
    void theReportOfOnesOwnExperimentIsMadeAgainWithItsTitleAndOrder() throws IOException {
        Run run = RunFile.read(RECORDED.resolve("users-lifted.json"));
        ResultsFolder results = new ResultsFolder(folder);
        results.keep(experiment(run));
        RunFile.write(run, results.start("lifted"));

        assertThat(Main.commandLine().execute("report", folder.toString())).isZero();

        assertThat(folder.resolve("report.md")).content().contains("The shop of ours");
    }

    @Test
    void ofResultsThatAreResumedAllIsOnThePageWithTheseRunsInPlaceOfTheirEarlierOnes() throws IOException {
        Run lifted = RunFile.read(RECORDED.resolve("users-lifted.json"));
        Run base = RunFile.read(RECORDED.resolve("users-sequential.json"));
        ResultsFolder results = new ResultsFolder(folder);
        RunFile.write(base, results.start("sequential"));
        RunFile.write(lifted, results.start("lifted"));
        Files.writeString(results.start("half").resolve(RunFile.NAME), "{");
        List<LabEvent> told = new ArrayList<>();
        GrowingReport report = new GrowingReport(experiment(lifted), told::add);

        report.on(new LabEvent.ExperimentStarting(folder));
        report.on(new LabEvent.VariantFinished(lifted));

        assertThat(folder.resolve("report.md"))
                .content()
                .containsOnlyOnce("\n## lifted")
                .contains("\n## sequential");
        assertThat(told)
                .filteredOn(LabEvent.Noted.class::isInstance)
                .singleElement()
                .asString()
                .contains("half", "Delete that file, or move it away");
    }

    @Test
    void aRunThatCannotBeReadIsNamedAndTheOthersHaveTheirReport() throws IOException {
        Run run = RunFile.read(RECORDED.resolve("users-lifted.json"));
        ResultsFolder results = new ResultsFolder(folder);
        RunFile.write(run, results.start("lifted"));
        Files.writeString(results.start("half").resolve(RunFile.NAME), "{");
        StringWriter err = new StringWriter();

        int code = Main.commandLine().setErr(new PrintWriter(err)).execute("report", folder.toString());

        assertThat(code).isEqualTo(1);
        assertThat(err.toString()).contains("Left out: ", "half", "Delete that file, or move it away.");
        assertThat(folder.resolve("report.md")).content().contains("lifted");
    }

    private static Experiment experiment(Run run) {
        return new Experiment(
                "ours",
                "The shop of ours",
                "",
                Path.of("shop.yaml"),
                List.of(),
                "",
                run.load(),
                run.physics(),
                List.of(run.variant()));
    }
}
