package dev.headroom.probe.os.requests;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time that a thread may use: a share of a core, saved up to a bound and owed up to it, as for what its first steps take. For one thread. */
final class Budget {

    private static final double SAVED_NANOS = 10e6;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final double share;
    private double left = SAVED_NANOS;
    private long at = System.nanoTime();
    private long used = threads.getCurrentThreadCpuTime();

    /** @param share of a core */
    Budget(double share) {
        this.share = share;
    }

    /** Nanoseconds of processor time; negative where more was used than there was. */
    double left() {
        long now = System.nanoTime();
        long usedNow = threads.getCurrentThreadCpuTime();
        left = Math.clamp(left + share * (now - at) - (usedNow - used), -SAVED_NANOS, SAVED_NANOS);
        at = now;
        used = usedNow;
        return left;
    }

    /**
     * How long until so much is left, nanoseconds.
     *
     * @param spare nanoseconds of processor time
     */
    long rest(double spare) {
        return (long) Math.max(0, (spare - left()) / share);
    }
}
