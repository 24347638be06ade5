package dev.headroom.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.lab.LabException;
import dev.headroom.lab.RunOptions;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.running.Way;
import dev.headroom.report.view.IndexEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllCasesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path home;

    private final List<String> ran = new ArrayList<>();

    @BeforeEach
    void twoCases() throws IOException {
        addCase("value", "service.jar");
        addCase("users", "service.jar");
    }

    @Test
    void eachCaseRunsInItsTurnAndOnePageLeadsToTheirReports() throws Exception {
        assertThat(AllCases.of(new BundledCases(home), this::run).run(out(), this::options))
                .extracting(IndexEntry::failure)
                .containsOnly(Optional.empty());

        assertThat(ran).containsExactly("users: run users", "value: run value");
        assertThat(index())
                .contains("href=\"../../users/t/report.html\"", "href=\"../../value/t/report.html\"")
                .doesNotContain("Not every run was completed");
    }

    @Test
    void aCaseThatBreaksOffLeavesTheNextItsTurnAndIsToldOnThePage() throws Exception {
        List<IndexEntry> entries = AllCases.of(new BundledCases(home), (experiment, options) -> {
                    if (experiment.name().equals("users")) {
                        throw new LabException("no room on the disk");
                    }
                    return run(experiment, options);
                })
                .run(out(), this::options);

        assertThat(entries)
                .extracting(IndexEntry::failure)
                .containsExactly(Optional.of("no room on the disk"), Optional.empty());
        assertThat(ran).containsExactly("value: run value");
        assertThat(index()).contains("no room on the disk", "href=\"../../value/t/report.html\"");
    }

    @Test
    void aMistakeInTheLastCaseIsToldBeforeTheFirstRuns() throws IOException {
        addCase("value", "missing.jar");
        Files.delete(home.resolve("cases/value/missing.jar"));

        assertThatThrownBy(() -> AllCases.of(new BundledCases(home), this::run))
                .isInstanceOf(InvalidExperimentException.class)
                .hasMessageContaining("missing.jar");
    }

    @Test
    void aFolderWithoutCasesIsBadInput() {
        assertThatThrownBy(() -> AllCases.of(new BundledCases(home.resolve("elsewhere")), this::run))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("elsewhere");
    }

    /** Leaves a report where a real run would, and no figures. */
    private ShownRun run(Experiment experiment, RunOptions options) throws IOException {
        ran.add(experiment.name() + ": " + options.repeat());
        Path folder =
                Files.createDirectories(options.out().resolve(experiment.name()).resolve("t"));
        Path page = Files.writeString(folder.resolve("report.html"), "");
        return new ShownRun(
                new ExperimentResult(experiment, Instant.EPOCH, Duration.ofSeconds(1), List.of()), Optional.of(page));
    }

    private RunOptions options(String name) {
        return new RunOptions(List.of(), true, out(), Way.AGENT, "run " + name);
    }

    private Path out() {
        return home.resolve("results");
    }

    private String index() throws IOException {
        return Files.readString(out().resolve("all/latest/index.html"));
    }

    private void addCase(String name, String jar) throws IOException {
        Path folder = Files.createDirectories(home.resolve("cases").resolve(name));
        Files.writeString(folder.resolve(jar), "");
        Files.writeString(folder.resolve("experiment.yaml"), """
                name: %s
                services: { one: { jar: %s, port: 0 } }
                watch: one
                load: { open: { rate: 1/s, for: 1s } }
                variants: { a: { request: GET / } }
                """.formatted(name, jar));
    }
}
