package dev.headroom.fanout.limit;

import dev.headroom.fanout.Limit;

/**
 * A downstream by the laws: so many workers, each call takes so long, and what is beyond the workers waits in there. By
 * Little's law a call then takes service time * max(1, in flight / workers).
 */
record Queueing(int workers, long serviceNanos) {
    /** Calls, one after the other, with as many in flight as the limit lets. */
    void load(Limit limit, int calls) {
        for (int i = 0; i < calls; i++) {
            int inFlight = limit.current();
            limit.ended(takes(inFlight), inFlight, false);
        }
    }

    long takes(int inFlight) {
        return (long) (serviceNanos * Math.max(1, (double) inFlight / workers));
    }
}
