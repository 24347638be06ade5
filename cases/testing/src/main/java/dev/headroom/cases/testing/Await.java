package dev.headroom.cases.testing;

import java.io.IOException;
import java.time.Duration;

/** Waits for conditions instead of times. */
public final class Await {
    private static final long TIMEOUT = Duration.ofSeconds(20).toNanos();

    private Await() {}

    /** What may ask a service or a file. */
    public interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /** Until it holds, for up to 20 s: then the test fails by what it asserts next. */
    public static void until(Condition condition) throws InterruptedException {
        long end = System.nanoTime() + TIMEOUT;
        try {
            while (!condition.holds() && System.nanoTime() < end) {
                Thread.sleep(10);
            }
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
