package dev.headroom.agent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sees that Headroom has fallen silent, or does not read (stopped, frozen, suspended; the end of the connection is seen by {@link Listener}) or that the time of
 * a move is over, and leaves the service as it was: for good where that lasts. It shares no lock with who reads or writes the socket.
 */
final class Watchdog implements Runnable {

    /** By so much more than the lease a move may last. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Lease lease;
    private final Moves moves;
    private final Hooks hooks;
    private final Link link;
    private volatile boolean stopped;

    Watchdog(Lease lease, Moves moves, Hooks hooks, Link link) {
        this.link = link;
        this.lease = lease;
        this.moves = moves;
        this.hooks = hooks;
    }

    void start() {
        Threads.daemon(this, "headroom-lease").start();
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        while (!stopped) {
            LockSupport.parkNanos(this, STEP_NANOS);
            Thread.interrupted(); // an application may interrupt all threads that it finds, and nobody parks who is
            // interrupted
            try {
                look();
            } catch (Throwable e) {
                continue; // no memory, no thread: the next look tries again, for nobody else would
            }
        }
    }

    private void look() {
        moves.check();
        if (link.isStuck() || lease.isForsaken()) {
            link.abandon();
        }
        if (lease.isSilent()) {
            hooks.rest();
        } else {
            hooks.resume();
        }
    }
}
