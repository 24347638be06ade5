package dev.headroom.lab;

import java.time.Duration;

/**
 * Whether Headroom has been told to end. A terminal tells all processes of its group at once: a load tool or service may have ended before Headroom has
 * heard of it, or has been ended by a hook of Headroom's. Then it has not failed, and what it did is no run.
 */
final class Ending {

    /** For a JVM to begin its end, after others have heard of theirs. */
    private static final Duration HEARD_WITHIN = Duration.ofMillis(250);

    private static final Duration ASK_EVERY = Duration.ofMillis(10);

    private Ending() {}

    /**
     * @param failed whether it is waited for
     * @throws InterruptedException where it is so
     */
    static void check(boolean failed) throws InterruptedException {
        long deadline = System.nanoTime() + (failed ? HEARD_WITHIN.toNanos() : 0);
        while (!begun() && System.nanoTime() - deadline < 0) {
            Thread.sleep(ASK_EVERY);
        }
        if (begun()) {
            throw new InterruptedException("Headroom is shutting down");
        }
    }

    /** A JVM that ends takes no more hooks. */
    private static boolean begun() {
        Thread hook = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
