package dev.headroom.agent;

import java.util.concurrent.CountDownLatch;

/** What the threads of tests do. */
public final class Tasks {

    private Tasks() {}

    /** Whoever interrupts it ends it as well. */
    public static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
