package dev.headroom.harness.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.harness.drawn.Drawing;
import dev.headroom.harness.drawn.Network;
import dev.headroom.harness.truth.Estimate;
import dev.headroom.harness.truth.Laws;
import dev.headroom.harness.truth.Truth;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedTrialsTest {

    private static final double TIES = 0.1;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final List<String> lines = new ArrayList<>();

    @Test
    void whereNoServiceWasAskedAboutNothingIsDone() throws Exception {
        assertThat(byLaw(seedWithoutALaw(), Optional.empty()).run(() -> {})).isEqualTo(GeneratedTrials.End.FAILED);
        assertThat(lines).anyMatch(line -> line.startsWith("No service was asked about"));
    }

    @Test
    void verdictsOfAnotherSeedOrWayAreNoneOfTheServicesAskedFor() throws Exception {
        long seed = seedWithoutALaw();
        Path others = folder.resolve("others.json");
        add(others, seed + 1, "lab");
        add(others, seed, "agent");

        assertThat(byLaw(seed, Optional.of(others)).run(() -> {})).isEqualTo(GeneratedTrials.End.FAILED);
        assertThat(lines).anyMatch(line -> line.startsWith("No service was asked about"));
    }

    @Test
    void aVerdictOfAnEarlierRunIsOneOfThoseAskedFor() throws Exception {
        long seed = seedWithoutALaw();
        Path earlier = folder.resolve("earlier.json");
        add(earlier, seed, "lab");

        assertThat(byLaw(seed, Optional.of(earlier)).run(() -> {})).isEqualTo(GeneratedTrials.End.ALL_TRUE);
        assertThat(lines).noneMatch(line -> line.startsWith("No service was asked about"));
    }

    private GeneratedTrials byLaw(long seed, Optional<Path> rows) throws IOException {
        return new GeneratedTrials(
                new GeneratedTrials.Settings(
                        1,
                        seed,
                        TIES,
                        true,
                        1,
                        0,
                        Optional.empty(),
                        false,
                        true,
                        rows,
                        folder.resolve("sweeps.json"),
                        folder,
                        folder.resolve("no.jar"),
                        "test"),
                lines::add,
                progress -> {});
    }

    private static Network drawn(long seed) {
        return Drawing.all(1, seed, TIES).getFirst();
    }

    private static long seedWithoutALaw() {
        return LongStream.iterate(1, next -> next + 1)
                .filter(seed -> Laws.of(drawn(seed)).isEmpty())
                .findFirst()
                .orElseThrow();
    }

    /** Adds a verdict that is true. */
    private static void add(Path file, long seed, String by) throws IOException {
        Network network = drawn(seed);
        Truth truth = new Truth(Truth.Way.SWEEP, 100, Map.of(), Optional.empty(), Optional.empty(), Estimate.ZERO);
        Row row = Row.of(seed, network, truth, truth.json(), by, Verdict.unasked());
        CalibrationRows.open(Optional.of(file)).add(row);
    }
}
