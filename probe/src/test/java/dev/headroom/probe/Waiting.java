package dev.headroom.probe;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;

/** Waits for a condition. */
final class Waiting {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private Waiting() {}

    static void until(Callable<Boolean> condition) throws Exception {
        Instant giveUp = Instant.now().plus(TIMEOUT);
        while (!condition.call()) {
            if (Instant.now().isAfter(giveUp)) {
                throw new AssertionError("did not come true in " + TIMEOUT);
            }
            Thread.sleep(20);
        }
    }
}
