package dev.headroom.agent;

import dev.headroom.agent.jvm.Threads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What the {@link Watchdog} must not wait for, twice a second on a thread of its own: closing a connection may wait for memory, and transformers of other agents run
 * where classes are changed.
 */
final class Housekeeping implements Runnable {

    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Runnable look;
    private final Thread thread;
    private volatile boolean ended;

    private Housekeeping(String name, Runnable look) {
        this.look = look;
        thread = Threads.daemon(this, name);
    }

    static Housekeeping start(String name, Runnable look) {
        Housekeeping started = new Housekeeping(name, look);
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
                    look.run();
                }
            } catch (Throwable e) { // the next look tries again; a service without memory may have some by then
                LockSupport.parkNanos(STEP_NANOS);
            }
        }
    }
}
