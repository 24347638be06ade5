package dev.headroom.lab;

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
}
