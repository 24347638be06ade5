package dev.headroom.load;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition, for at most a minute: a load tool takes ten seconds to start on a machine that is busy. */
final class Await {

    private Await() {}

    static void until(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within a minute");
            }
            Thread.sleep(5);
        }
    }
}
