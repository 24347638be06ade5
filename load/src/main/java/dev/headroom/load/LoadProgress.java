package dev.headroom.load;

import java.time.Duration;

/**
 * A glance at a load under way, for a live view.
 *
 * @param elapsed since the phase began
 * @param total expected length of the phase where it is known, else zero
 * @param rate answers per second over the last second
 * @param p50Millis median response time over the last second; 0 where none ended
 */
public record LoadProgress(
        Phase phase,
        Duration elapsed,
        Duration total,
        long sent,
        long succeeded,
        long failed,
        long inFlight,
        double rate,
        double p50Millis) {

    public enum Phase {
        WARM_UP,
        LOAD,
        DRAIN,
        DONE
    }
}
