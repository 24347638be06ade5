package dev.headroom.cli.safety;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for a condition. */
final class Wait {

    private static final int GENEROUS_SECONDS = 60;
    private static final int STEP_MILLIS = 50;

    private Wait() {}

    static void until(String what, Callable<Boolean> condition) throws InterruptedException {
        if (!within(GENEROUS_SECONDS, condition)) {
            throw new AssertionError("not in " + GENEROUS_SECONDS + " s: " + what);
        }
    }

    /** Whether it came true. */
    static boolean within(long seconds, Callable<Boolean> condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!isTrue(condition)) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(STEP_MILLIS);
        }
        return true;
    }

    private static boolean isTrue(Callable<Boolean> condition) throws InterruptedException {
        try {
            return condition.call();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
