package dev.headroom.fanout;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts calls on other threads than the caller's: an interrupt closes the channel that the call is blocked in, and that may take as long
 * as the call does. They are platform threads: what is to be interrupted may have taken all carriers of virtual ones.
 */
final class Interrupts {
    private static final Executor THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform()
                    .daemon()
                    .name("fanout-interrupts")
                    .inheritInheritableThreadLocals(false)
                    .factory());

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
