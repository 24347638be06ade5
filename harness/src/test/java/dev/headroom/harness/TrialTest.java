package dev.headroom.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.lab.experiment.ExperimentFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialTest {

    private static final Path TABLE = Path.of("../trials/trials.yaml");

    @Test
    void everyTrialIsAnExperimentThatCanBeRun(@TempDir Path folder) throws Exception {
        Path jar = Files.createFile(folder.resolve("trials.jar"));
        for (Trial trial : Trial.read(TABLE)) {
            Path file = folder.resolve(trial.name() + ".yaml");
            Files.writeString(file, trial.experiment(jar, OptionalInt.empty(), folder));
            Experiment experiment = ExperimentFile.read(file);
            assertThat(experiment.watched().settings()).as(trial.name()).containsKey("trial");
            assertThat(experiment.watched().jvm()).as(trial.name()).contains("-Djava.io.tmpdir=" + folder);
            assertThat(experiment.variants())
                    .as(trial.name())
                    .extracting(Variant::name)
                    .startsWith(Trial.LIMIT)
                    .hasSize(trial.hasTwin() ? 2 : 1);
        }
    }

    @Test
    void everyTrialExpectsKindsThatThereAre() throws Exception {
        List<String> known =
                Arrays.stream(LimitKind.values()).map(LimitKind::id).toList();
        for (Trial trial : Trial.read(TABLE)) {
            assertThat(trial.kinds()).as(trial.name()).isSubsetOf(known);
            assertThat(trial.kinds().isEmpty())
                    .as(trial.name())
                    .isEqualTo(!trial.verdict().endsWith("limit")
                            || trial.verdict().startsWith("load"));
        }
    }

    @Test
    void theCeilingIsCapacityOverDelayWhereItIsNotSaid() throws Exception {
        Trial hikari = Trial.read(TABLE).stream()
                .filter(trial -> trial.name().equals("hikari"))
                .findFirst()
                .orElseThrow();
        assertThat(hikari.ceiling()).hasValue(100);
    }
}
