package dev.headroom.fanout;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts calls on other threads than the caller's: an interrupt closes the channel that the call is blocked in, and that may take as long
 * as the call does. They are platform threads: what is to be interrupted may have taken all carriers of virtual ones. They are few, for an interrupt mostly takes
 * no time at all: where all are busy, or none can be made, the caller interrupts.
 */
final class Interrupts {
    private static final int MOST = 16;

    private static final Executor THREADS = new ThreadPoolExecutor(
            0,
            MOST,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform()
                    .daemon()
                    .name("fanout-interrupts")
                    .inheritInheritableThreadLocals(false)
                    .factory(),
            new ThreadPoolExecutor.CallerRunsPolicy());

    private Interrupts() {}

    /** @param interrupt must not throw */
    static void run(Runnable interrupt) {
        try {
            THREADS.execute(interrupt);
        } catch (OutOfMemoryError noThread) {
            interrupt.run();
        }
    }
}
