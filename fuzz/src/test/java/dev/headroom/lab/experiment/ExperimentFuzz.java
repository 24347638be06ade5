package dev.headroom.lab.experiment;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** An experiment file that somebody sent, as {@code headroom validate} reads it. {@link InvalidExperimentException} where it has mistakes. */
public final class ExperimentFuzz implements Target {

    private static final Path FILE = Path.of("experiment.yaml");

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        String yaml = new String(input, StandardCharsets.UTF_8);
        Harm.none(input.length, () -> {
            try {
                ExperimentFile.read(YamlDocument.parse(FILE, yaml, System.getenv()));
            } catch (InvalidExperimentException e) {
                return;
            }
        });
    }
}
