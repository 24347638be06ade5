package dev.headroom.load;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition, for at most ten seconds. */
final class Await {

    private Await() {}

    static void until(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within 10 s");
            }
            Thread.sleep(5);
        }
    }
}
