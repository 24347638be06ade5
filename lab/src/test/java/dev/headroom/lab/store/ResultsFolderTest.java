package dev.headroom.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Ready;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.result.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFolderTest {

    private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 10, 0, 5);

    @TempDir
    Path out;

    private final List<String> told = new ArrayList<>();

    @Test
    void twoExecutionsInOneSecondDoNotShareAFolderAndLatestIsTheSecond() throws IOException {
        Path first = ResultsFolder.create(out, "users", NOW, told::add).path();
        Path second = ResultsFolder.create(out, "users", NOW, told::add).path();

        assertThat(first).isEqualTo(out.resolve("users/2026-11-21T10-00-05"));
        assertThat(second).isEqualTo(out.resolve("users/2026-11-21T10-00-05-2"));
        assertThat(out.resolve("users/latest").toRealPath()).isEqualTo(second.toRealPath());
    }

    @Test
    void onlyRunsThatWereCompletedCountAsDone() throws IOException {
        ResultsFolder results = ResultsFolder.create(out, "users", NOW, told::add);
        RunFile.write(Runs.full("good"), results.start("good"));
        RunFile.write(Runs.broken("bad"), results.start("bad"));
        Files.writeString(results.start("interrupted").resolve("users.log"), "half");

        assertThat(results.completed("good")).contains(Runs.full("good"));
        assertThat(results.completed("bad")).isEmpty();
        assertThat(results.completed("interrupted")).isEmpty();
        assertThat(results.completed("never")).isEmpty();
    }

    @Test
    void aVariantStartsWithAnEmptyFolder() throws IOException {
        ResultsFolder results = ResultsFolder.create(out, "users", NOW, told::add);
        Files.writeString(results.start("a").resolve("users.log"), "half");

        assertThat(results.start("a")).isEmptyDirectory();
    }

    @Test
    void aLinkThatCannotBeMadeKeepsNoRunFromItsTurn() throws IOException {
        Path inTheWay = Files.createDirectories(out.resolve("users/latest/something"));

        Path folder = ResultsFolder.create(out, "users", NOW, told::add).path();

        assertThat(folder).isDirectory();
        assertThat(inTheWay).isDirectory();
        assertThat(out.resolve("users/latest.next")).doesNotExist();
        assertThat(told)
                .singleElement()
                .asString()
                .contains("latest does not lead to these results (", "they are in " + folder);
    }

    @Test
    void whatAVariantHadCompletedIsKeptUntilItHasCompletedAgain() throws IOException {
        ResultsFolder results = ResultsFolder.create(out, "users", NOW, told::add);
        RunFile.write(Runs.full("a"), results.start("a"));
        results.keepBefore("a");
        Files.writeString(results.start("a").resolve("users.log"), "half");

        assertThat(results.completed("a")).isEmpty();
        assertThat(results.runs().runs()).containsExactly(Runs.full("a"));
        assertThat(results.putBack("a")).isTrue();
        assertThat(results.completed("a")).contains(Runs.full("a"));
        assertThat(results.path().resolve("a/users.log")).doesNotExist();
        assertThat(results.putBack("a")).isFalse();

        results.keepBefore("a");
        RunFile.write(Runs.broken("a"), results.start("a"));
        assertThat(results.runs().runs()).containsExactly(Runs.broken("a"));
        assertThat(results.putBack("a")).isTrue();
        assertThat(results.completed("a")).contains(Runs.full("a"));

        results.keepBefore("a");
        RunFile.write(Runs.full("a"), results.start("a"));
        assertThat(results.putBack("a")).isFalse();
        assertThat(results.path()).isDirectoryNotContaining("glob:**before");
    }

    @Test
    void aFileThatCannotBeReadHidesNoOther() throws IOException {
        ResultsFolder results = ResultsFolder.create(out, "users", NOW, told::add);
        Path half = results.start("a").resolve(RunFile.NAME);
        Files.writeString(half, "{ \"schema\"");
        RunFile.write(Runs.full("b"), results.start("b"));

        assertThat(results.runs().runs()).containsExactly(Runs.full("b"));
        assertThat(results.runs().unreadable())
                .singleElement()
                .asString()
                .contains("a/run.json: not JSON")
                .endsWith("Delete that file, or move it away");
    }

    @Test
    void theExperimentIsKeptWithItsRunsAndWhatDiffersIsNamed() throws IOException {
        ResultsFolder results = ResultsFolder.create(out, "users", NOW, told::add);
        assertThat(results.experiment()).isEmpty();
        Experiment experiment = experiment("Users", Map.of("a", "b"));
        results.keep(experiment);

        assertThat(results.experiment()).contains(experiment);
        assertThat(ResultsFolder.differences(experiment, experiment)).isEmpty();
        assertThat(ResultsFolder.differences(experiment, experiment("Users", Map.of("a", "c"))))
                .containsExactly("services");
    }

    private static Experiment experiment(String title, Map<String, String> settings) {
        Run run = Runs.full("one");
        return new Experiment(
                "users",
                title,
                "words",
                Path.of("/cases/users.yaml"),
                List.of(new Service(
                        "users",
                        new Origin.MainClass("shop.Main", List.of("/cases/lib/*.jar")),
                        Optional.of(new Service.Address("http", Service.Address.LOCAL, 8888)),
                        OptionalInt.of(8),
                        settings,
                        List.of("-Xmx1g"),
                        List.of("--verbose"),
                        Map.of("A", "b"),
                        new Ready.Log("started"),
                        Duration.ofSeconds(20),
                        Optional.of("21"))),
                "users",
                run.load(),
                run.physics(),
                List.of(run.variant(), Runs.broken("two").variant()));
    }
}
