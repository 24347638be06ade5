package dev.headroom.agent.moves;

import dev.headroom.agent.jvm.Threads;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a share of a limit's capacity busy, or stands ready to, on threads of its own, until it is ended, or the lease is lost, or what it is kept of
 * is gone.
 */
final class Occupation implements Runnable {

    private static final long HANGS_MILLIS = 3_000;

    /** In which a thread goes that waits for nothing. */
    private static final long GOES_MILLIS = 500;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final ThreadPoolExecutor holders;
    private final Lease lease;
    private final List<Busy> parts;

    /** @param wait nanoseconds for which a turn is likely to wait; 0 where that is not known */
    Occupation(List<Occupiable> parts, Lease lease, Turns.Bounds bounds, long wait) {
        this.lease = lease;
        holders = new ThreadPoolExecutor(
                0,
                2 * bounds.most(), // one whose turn is over is not free at once
                1,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> Threads.daemon(task, "headroom-occupier"));
        this.parts = parts.stream()
                .map(one ->
                        new Busy(one, lease, ended, holders, new Turns(System::nanoTime, bounds, parts.size(), wait)))
                .toList();
    }

    void share(double share, int ready) {
        parts.forEach(one -> one.share(share, ready));
    }

    void start() {
        parts.get(0).giver(this, "headroom-occupation").start();
    }

    @Override
    public void run() {
        try {
            while (isOn()) {
                long next = Turns.LONG_NANOS;
                for (Busy part : parts) {
                    next = Math.min(next, part.fill());
                }
                if (ended.await(next, TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end();
        }
    }

    /** Where the application shuts one of them down, which waits for what it runs, all are let go. */
    boolean isOn() {
        return ended.getCount() > 0
                && parts.stream().noneMatch(Busy::isEnding)
                && lease.lost().isEmpty()
                && parts.stream().map(Busy::object).anyMatch(Objects::nonNull);
    }

    /** At once, and for good: who holds something lets it go, who waits for it goes. Does not wait. */
    void end() {
        ended.countDown();
        holders.shutdownNow();
    }

    /**
     * Whether nothing is kept busy any more; waits for a few seconds at the most. A thread that counts its time as over has still to let go of its lock; it
     * is gone once it has. One that waits for a monitor may stay, and takes it for nothing.
     */
    boolean awaitEnd() throws InterruptedException {
        holders.awaitTermination(GOES_MILLIS, TimeUnit.MILLISECONDS);
        long begin = System.nanoTime();
        while (parts.stream().anyMatch(Busy::isHeld)) {
            if (System.nanoTime() - begin > TimeUnit.MILLISECONDS.toNanos(HANGS_MILLIS)) {
                return false;
            }
            Thread.sleep(1);
        }
        return true;
    }

    double seconds() {
        return parts.stream().mapToDouble(Busy::seconds).sum();
    }

    /** What last kept it from being busy; empty where nothing did. */
    String problem() {
        if (parts.stream().anyMatch(Busy::isEnding)) {
            return "it is being shut down";
        }
        return parts.stream()
                .map(Busy::problem)
                .filter(problem -> !problem.isEmpty())
                .findFirst()
                .orElse("");
    }
}
