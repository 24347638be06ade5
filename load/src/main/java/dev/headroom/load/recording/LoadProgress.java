package dev.headroom.load.recording;

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
        long failed,
        long inFlight,
        double rate,
        double p50Millis) {

    /** The same, seen as part of another phase of a run. */
    public LoadProgress as(Phase other) {
        return new LoadProgress(other, elapsed, total, sent, failed, inFlight, rate, p50Millis);
    }

    public enum Phase {
        WARM_UP,
        /** A single user, before the load and after it. */
        ONE_USER,
        LOAD,
        DRAIN,
        /** The load goes on while a limit is moved. */
        PROOF,
        DONE
    }
}
