package dev.headroom.fanout;

import java.util.concurrent.locks.ReentrantLock;

/**
 * How many extra calls may be made: a token bucket, as those for retries of Finagle and gRPC. Each call that has ended puts in
 * a share of a token, each extra call takes one, and no more than {@value #BURST} are kept; so of n calls in a row no more than
 * 10 + share * n are followed by another. It counts when it is asked, so that calls without hedges do not pay for it.
 */
final class HedgeBudget {
    static final int BURST = 10;

    private final double share;
    private final ReentrantLock lock = new ReentrantLock();
    private double tokens;
    private long counted;

    /** @param share of a token for each call, 0 to 1 */
    HedgeBudget(double share) {
        this.share = share;
        this.tokens = share > 0 ? BURST : 0;
    }

    /** @param calls that have ended so far, without extra ones */
    boolean take(long calls) {
        lock.lock();
        try {
            // Adders are read one after the other, so their difference may seem to go back
            tokens = Math.min(BURST, tokens + share * Math.max(0, calls - counted));
            counted = Math.max(counted, calls);
            boolean taken = tokens >= 1;
            tokens -= taken ? 1 : 0;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** The extra call was not made. */
    void giveBack() {
        lock.lock();
        try {
            tokens = Math.min(BURST, tokens + 1);
        } finally {
            lock.unlock();
        }
    }
}
