package dev.headroom.lab;

import dev.headroom.core.model.Times;
import java.time.Duration;

/** How much time moves may take to prove what binds. */
public enum Effort {
    /** Nothing is moved. */
    NONE,
    USUAL,
    /** As long as it needs, which ends when the figures tell. */
    THOROUGH;

    /** For all moves together. */
    public static final Duration SHORT = Duration.ofSeconds(15);

    /** Answers from which whoever is in a hurry has a proof: where they come slowly it takes longer, up to twice as long. */
    private static final double ENOUGH_ANSWERS = 300;

    public static final Duration LONG = Duration.ofSeconds(40);

    public static final Duration LONGEST = Duration.ofMinutes(5);

    /** @param quick whether whoever asks is in a hurry */
    public Duration time(boolean quick) {
        return switch (this) {
            case NONE -> Duration.ZERO;
            case USUAL -> quick ? SHORT : LONG;
            case THOROUGH -> LONGEST;
        };
    }

    /**
     * The same, once it is known how much a window holds.
     *
     * @param throughput answers a second
     */
    Duration time(boolean quick, double throughput) {
        Duration usual = time(quick);
        return this == USUAL && quick && ENOUGH_ANSWERS / throughput > Times.seconds(usual)
                ? Times.ofSeconds(Math.min(ENOUGH_ANSWERS / throughput, 2 * Times.seconds(usual)))
                : usual;
    }
}
