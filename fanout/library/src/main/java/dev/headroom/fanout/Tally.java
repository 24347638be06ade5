package dev.headroom.fanout;

import java.util.concurrent.atomic.LongAdder;

/** What a downstream's calls came to, counted without a lock. */
final class Tally {
    private final LongAdder[] ended = new LongAdder[Outcome.values().length];
    private final LongAdder waitedNanos = new LongAdder();
    private final LongAdder heldNanos = new LongAdder();
    private final LongAdder held = new LongAdder();
    private final LongAdder abandoned = new LongAdder();
    private final LongAdder fallbacks = new LongAdder();
    private final LongAdder hedges = new LongAdder();
    private final LongAdder hedgesWon = new LongAdder();

    Tally() {
        for (int i = 0; i < ended.length; i++) {
            ended[i] = new LongAdder();
        }
    }

    void ended(Outcome outcome, long waited) {
        ended[outcome.ordinal()].increment();
        if (waited > 0) {
            waitedNanos.add(waited);
        }
    }

    void held(long nanos) {
        held.increment();
        heldNanos.add(nanos);
    }

    void abandoned() {
        abandoned.increment();
    }

    void fellBack() {
        fallbacks.increment();
    }

    void hedged() {
        hedges.increment();
    }

    void hedgeWon() {
        hedgesWon.increment();
    }

    /** Calls that were made and have ended, without extra ones. */
    long ordinary() {
        return held.sum() - hedges.sum();
    }

    Usage usage(String downstream, Gate gate, Limit limit, int abandonedNow) {
        return new Usage(
                downstream,
                limit.current(),
                gate.inFlight(),
                gate.queue(),
                gate.waiting(),
                abandonedNow,
                ended[Outcome.SUCCEEDED.ordinal()].sum(),
                ended[Outcome.FAILED.ordinal()].sum(),
                ended[Outcome.EXPIRED.ordinal()].sum(),
                ended[Outcome.CANCELLED.ordinal()].sum(),
                ended[Outcome.REJECTED.ordinal()].sum(),
                abandoned.sum(),
                fallbacks.sum(),
                waitedNanos.sum(),
                held.sum(),
                heldNanos.sum(),
                hedges.sum(),
                hedgesWon.sum());
    }
}
