package dev.headroom.agent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sees that Headroom has fallen silent (stopped, frozen, suspended; the end of the connection is seen by {@link Listener}) or that the time of
 * a move is over, and leaves the service as it was. It shares no lock with who reads or writes the socket.
 */
final class Watchdog implements Runnable {

    /** By so much more than the lease a move may last. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Lease lease;
    private final Moves moves;
    private final Hooks hooks;
    private volatile boolean stopped;

    Watchdog(Lease lease, Moves moves, Hooks hooks) {
        this.lease = lease;
        this.moves = moves;
        this.hooks = hooks;
    }

    void start() {
        Thread thread = new Thread(this, "headroom-lease"); // transformers of other agents run on it
        Agent.own(thread);
        thread.start();
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        while (!stopped) {
            LockSupport.parkNanos(this, STEP_NANOS);
            try {
                look();
            } catch (Throwable e) {
                continue; // no memory, no thread: the next look tries again, for nobody else would
            }
        }
    }

    private void look() {
        moves.check();
        if (lease.isSilent()) {
            hooks.rest();
        } else {
            hooks.resume();
        }
    }
}
