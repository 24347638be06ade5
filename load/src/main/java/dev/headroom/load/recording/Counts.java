package dev.headroom.load.recording;

import java.util.List;

/**
 * What the requests of a phase have come to so far; two of them give throughput and mean response time of the time in between.
 *
 * @param at the {@link System#nanoTime()} at which they held
 * @param due requests whose time had come, sent or not
 * @param failed ended without a successful response
 * @param seconds response times of those that succeeded, from their actual start, added up
 * @param squares the same, squared
 * @param kinds the same by kind of request; none where there is only one
 */
public record Counts(long at, long due, long succeeded, long failed, double seconds, double squares, List<Kind> kinds) {

    /** @param share of all requests that are sent, 0 to 1 */
    public record Kind(double share, long succeeded, double seconds, double squares) {}

    public long ended() {
        return succeeded + failed;
    }
}
