package dev.headroom.fanout;

/**
 * How many calls may be in flight at a gate. Fixed by default: by Little's law, N = X R, the calls that a downstream gets at
 * X calls/s of R seconds each, with some room for bursts. An adaptive one finds N out, from how long calls take.
 *
 * <p>Implementations are called by several threads at once.
 */
public interface Limit {
    /** The bound now, in calls; at least 1. Read for each call, so it must cost no more than a field. */
    int current();

    /**
     * A call has answered, or was dropped. Those that failed otherwise, were cancelled, or ended with a deadline that came too
     * early for them, since a caller from outside has shortened it or a queue or other calls have used it up, say nothing, and
     * are not told. Told after the call's permit has been given back.
     *
     * @param calledNanos how long it has held its permit, without the wait for it
     * @param inFlight how many calls held a permit when it began, itself among them
     * @param dropped whether it is a sign of {@linkplain Overload overload}: no answer for lack of time, or turned away
     */
    void ended(long calledNanos, int inFlight, boolean dropped);

    /**
     * @param calls the bound, at least 1
     */
    static Limit fixed(int calls) {
        return new FixedLimit(calls);
    }
}
