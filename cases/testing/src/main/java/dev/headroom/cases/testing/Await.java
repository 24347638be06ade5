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

    /** Until it holds: the test fails where it does not within 20 s. */
    public static void until(Condition condition) throws InterruptedException {
        long end = System.nanoTime() + TIMEOUT;
        try {
            while (!condition.holds()) {
                if (System.nanoTime() > end) {
                    throw new AssertionError("what was waited for did not come about within 20 s");
                }
                Thread.sleep(10);
            }
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
