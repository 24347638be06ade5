package dev.headroom.fanout;

import java.time.Duration;

/**
 * What a {@link Downstream} is used for: the first six are now, the others are totals since it was built. They are read one
 * after the other while calls go on, so sums may be off by calls that come, are let in or end meanwhile.
 *
 * @param downstream its name
 * @param limit how many calls may be in flight
 * @param inFlight calls that hold a permit, abandoned ones among them
 * @param queue how many may wait
 * @param waiting calls that wait for a permit
 * @param abandoned calls that nobody waits for any more and whose threads have not ended
 * @param succeeded calls that answered in time
 * @param failed calls that threw
 * @param expired calls whose time was over, while they waited or while they called
 * @param cancelled calls whose answers were no longer of use
 * @param rejected calls that found gate and queue full
 * @param abandonedTotal calls that were given up when they were under way
 * @param fallbacks fallback values that were taken in the place of an answer
 * @param waitedNanos time that calls waited for a permit, in nanoseconds
 * @param held permits that were held and given back
 * @param heldNanos time for which those were held, in nanoseconds
 * @param hedges extra calls that were made, where the answer of another one was late or any would do
 * @param hedgesWon those of them whose answers were the first
 */
public record Usage(
        String downstream,
        int limit,
        int inFlight,
        int queue,
        int waiting,
        int abandoned,
        long succeeded,
        long failed,
        long expired,
        long cancelled,
        long rejected,
        long abandonedTotal,
        long fallbacks,
        long waitedNanos,
        long held,
        long heldNanos,
        long hedges,
        long hedgesWon) {

    /** S: for how long a permit was held, on average; zero before the first was given back. */
    public Duration meanHolding() {
        return held == 0 ? Duration.ZERO : Duration.ofNanos(heldNanos / held);
    }

    /** The most calls/s that the limit lets through at the mean holding time, m / S; infinite before the first. */
    public double ceiling() {
        return held == 0 || heldNanos == 0 ? Double.POSITIVE_INFINITY : limit * 1e9 * held / heldNanos;
    }
}
