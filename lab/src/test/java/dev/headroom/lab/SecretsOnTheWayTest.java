package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.Redaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets of an experiment while it runs: before its results are stored, what happens is told. */
class SecretsOnTheWayTest {

    private static final String SECRET = "hunter2-42";

    @TempDir
    Path folder;

    private Experiment experiment;

    @BeforeEach
    void write() throws Exception {
        experiment = ExperimentFile.read(Files.writeString(folder.resolve("experiment.yaml"), """
                name: lab
                services: { one: { command: "false ${one.port}", port: 0 } }
                watch: one
                load: { open: { rate: 1/s, for: 1s } }
                variants:
                  a: { request: GET /, headers: { X-Api-Key: %s } }
                """.formatted(SECRET)));
    }

    private List<LabEvent> told(boolean showSecrets) throws Exception {
        List<LabEvent> events = new ArrayList<>();
        RunOptions options = new RunOptions(
                List.of(),
                true,
                folder.resolve("results"),
                Way.AGENT,
                Optional.empty(),
                "",
                Effort.NONE,
                1,
                List.of(),
                showSecrets,
                Guest.UNTOUCHED);
        new Lab(new SimpleEngine(), new BlindWatching(), "test").run(experiment, options, events::add);
        assertThat(events)
                .hasAtLeastOneElementOfType(LabEvent.VariantStarting.class)
                .hasAtLeastOneElementOfType(LabEvent.VariantFinished.class);
        return events;
    }

    @Test
    void nothingThatIsToldOfARunHasASecretInIt() throws Exception {
        assertThat(told(false).toString()).contains("***").doesNotContain(SECRET);
    }

    @Test
    void whoWantsToSeeSecretsIsToldThem() throws Exception {
        assertThat(told(true).toString()).contains(SECRET);
    }

    @Test
    void aFaultOfOursIsStoredWithoutWhatAServiceSaid() throws Exception {
        Throwable fault = new IllegalStateException("no pool of " + SECRET);

        Path file = FaultFile.write(folder, fault, new Redaction(experiment, false));

        assertThat(file).content().contains("no pool of ***", "\tat ").doesNotContain(SECRET);
    }
}
