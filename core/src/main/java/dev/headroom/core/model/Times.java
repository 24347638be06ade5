package dev.headroom.core.model;

import java.time.Duration;
import java.time.Instant;

/** Durations to and from the fractional seconds and milliseconds that formulas are written in. */
public final class Times {

    private static final double NANOS_PER_SECOND = 1e9;

    private Times() {}

    public static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / NANOS_PER_SECOND;
    }

    /** Since 1970. */
    public static double seconds(Instant at) {
        return seconds(Duration.between(Instant.EPOCH, at));
    }

    public static double millis(Duration duration) {
        return seconds(duration) * 1e3;
    }

    public static Duration ofSeconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND));
    }

    public static Duration ofMillis(double millis) {
        return ofSeconds(millis / 1e3);
    }

    public static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    public static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
