package dev.headroom.harness.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.harness.drawn.Drawing;
import dev.headroom.harness.truth.Laws;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedTrialsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void whereNoServiceWasAskedAboutNothingIsDone() throws Exception {
        long seed = LongStream.iterate(1, next -> next + 1)
                .filter(one -> Laws.of(Drawing.all(1, one, 0.1).getFirst()).isEmpty())
                .findFirst()
                .orElseThrow();
        List<String> lines = new ArrayList<>();
        GeneratedTrials trials = new GeneratedTrials(
                new GeneratedTrials.Settings(
                        1,
                        seed,
                        0.1,
                        true,
                        1,
                        0,
                        Optional.empty(),
                        false,
                        true,
                        Optional.empty(),
                        folder.resolve("sweeps.json"),
                        folder,
                        folder.resolve("no.jar"),
                        "test"),
                lines::add,
                progress -> {});

        assertThat(trials.run(() -> {})).isEqualTo(GeneratedTrials.End.FAILED);
        assertThat(lines).anyMatch(line -> line.startsWith("No service was asked about"));
    }
}
