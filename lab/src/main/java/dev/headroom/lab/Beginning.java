package dev.headroom.lab;

import dev.headroom.core.laws.InitialTransient;
import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.Times;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * What of a window comes before throughput has settled: connections are opened, threads are started.
 *
 * @param length of it; zero where it may stay in
 * @param trouble for the reader, where it is long and other than the rest, so that what is said of the rest is not true of all; else empty
 */
record Beginning(Duration length, Optional<String> trouble) {

    /** A beginning whose throughput differs by less than this, relative, may stay in. */
    private static final double LITTLE = Thresholds.SLIGHT;

    /** By so much, relative, a long one is another load. */
    private static final double MUCH = Thresholds.CEILING_ERROR;

    /** Standard errors, from which it is no chance. */
    private static final double CHANCE = Thresholds.SIGMAS;

    /** Share of the window (0 to 1), from which it is long. */
    private static final double LONG = Thresholds.QUARTER;

    /**
     * @param answers in each slice of the window
     * @param slice seconds
     */
    static Beginning of(double[] answers, double slice) {
        int left = InitialTransient.length(answers);
        SampleMean first = mean(answers, 0, left);
        SampleMean rest = mean(answers, left, answers.length);
        double before = first.mean() / slice;
        double after = rest.mean() / slice;
        double off = Math.abs(before - after);
        if (left == 0 || off <= LITTLE * after) {
            return new Beginning(Duration.ZERO, Optional.empty());
        }
        double seconds = left * slice;
        return new Beginning(
                Times.ofSeconds(seconds),
                left > LONG * answers.length
                                && off > MUCH * after
                                && off > CHANCE * Math.hypot(first.error(), rest.error()) / slice
                        ? Optional.of(
                                "%s requests/s were answered in its first %s, which are left out, and %s after them"
                                        .formatted(Numbers.of(before), Numbers.seconds(seconds), Numbers.of(after)))
                        : Optional.empty());
    }

    private static SampleMean mean(double[] values, int from, int to) {
        return SampleMean.of(Arrays.stream(values, from, to).boxed().toList());
    }
}
