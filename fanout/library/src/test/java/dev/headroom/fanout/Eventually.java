package dev.headroom.fanout;

import java.util.function.BooleanSupplier;

/** Waits for what other threads are about to do; a test that waits in vain is ended by its timeout. */
final class Eventually {
    private Eventually() {}

    static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }
}
