package dev.headroom.agent;

import dev.headroom.agent.jvm.Threads;
import dev.headroom.agent.limits.Hooks;
import dev.headroom.agent.moves.Lease;
import dev.headroom.agent.wire.Link;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What the {@link Watchdog} must not wait for: ends a connection that hangs, and has classes as they were while nobody listens. On a thread of its own, since
 * transformers of other agents run on it, and closing may wait for memory.
 */
final class Housekeeping implements Runnable {

    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Link link;
    private final Watched sampling;
    private final Hooks hooks;
    private final Thread thread;
    private volatile boolean ended;

    private Housekeeping(Link link, Watched sampling, Hooks hooks) {
        this.link = link;
        this.sampling = sampling;
        this.hooks = hooks;
        thread = Threads.daemon(this, "headroom-housekeeping");
    }

    static Housekeeping start(Link link, Watched sampling, Hooks hooks) {
        Housekeeping started = new Housekeeping(link, sampling, hooks);
        started.thread.start();
        return started;
    }

    /** Does not wait until it has ended. */
    void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        while (!ended) {
            LockSupport.parkNanos(this, STEP_NANOS);
            Thread.interrupted(); // an application may interrupt all threads that it finds
            try {
                if (!ended) {
                    look();
                }
            } catch (Throwable e) { // the next look tries again; a service without memory may have some by then
                LockSupport.parkNanos(STEP_NANOS);
            }
        }
    }

    private void look() {
        if (link.isStuck(Lease.PATIENCE_NANOS) || sampling.isForsaken()) {
            link.abandon();
        }
        sampling.watch();
        if (sampling.isUnheard()) {
            hooks.rest();
        } else {
            hooks.resume();
        }
    }
}
