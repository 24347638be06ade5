package dev.headroom.lab;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import java.time.Duration;
import java.util.Optional;

/**
 * When a row of runs ends: what those that are left ask for, times what the earlier ones took over what they asked for. All in seconds; NaN where a load
 * ends with a number of requests, for nobody knows how long these take.
 */
public final class TimeLeft {

    /** To start services and to stop them, as long as none was. */
    private static final double AROUND = 10;

    private static final double MINUTES_FROM = 95;
    private static final long MINUTE = 60;
    private static final long TENS = 10;

    private double asked;
    private double took;

    /** What all runs of an experiment ask for. */
    public static double asked(Experiment experiment, RunOptions options) {
        return options.repetitions()
                * experiment.variants().stream()
                        .filter(variant -> options.variants().isEmpty()
                                || options.variants().contains(variant.name()))
                        .mapToDouble(variant -> asked(experiment, variant, options))
                        .sum();
    }

    static double asked(Experiment experiment, Variant variant, RunOptions options) {
        Pace pace = options.quick() ? Pace.QUICK : Pace.FULL;
        Load load = Lab.load(experiment, variant, options);
        return AROUND
                + Times.seconds(load.warmUp().orElse(pace.warmUp()).duration())
                + 2 * Times.seconds(pace.oneUserEnough())
                + load.length().map(Times::seconds).orElse(Double.NaN)
                + Times.seconds(options.prove().time(options.quick()));
    }

    /**
     * Takes note of what is over.
     *
     * @param askedFor seconds
     */
    public void took(double askedFor, Duration time) {
        if (Double.isFinite(askedFor)) {
            asked += askedFor;
            took += Times.seconds(time);
        }
    }

    /**
     * How long the rest takes; empty where nobody knows.
     *
     * @param rest seconds that it asks for
     */
    public Optional<Duration> of(double rest) {
        return Double.isFinite(rest)
                ? Optional.of(Times.ofSeconds(asked > 0 ? rest * took / asked : rest))
                : Optional.empty();
    }

    /** {@code about 4 min left}. */
    public static String words(Duration left) {
        double seconds = Times.seconds(left);
        return seconds < MINUTES_FROM
                ? "about " + TENS * Math.max(1, Math.ceilDiv((long) seconds, TENS)) + " s left"
                : "about " + Math.ceilDiv((long) seconds, MINUTE) + " min left";
    }
}
