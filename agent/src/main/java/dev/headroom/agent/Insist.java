package dev.headroom.agent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Does what has to be done though the service has no memory left: again and again, until there is some. */
final class Insist {

    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private Insist() {}

    /** @param step that may begin anew where it was broken off */
    static void on(Runnable step) {
        for (long pause = FIRST_NANOS; !done(step); pause = Math.min(2 * pause, LONGEST_NANOS)) {
            LockSupport.parkNanos(pause);
        }
    }

    private static boolean done(Runnable step) {
        try {
            step.run();
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }
}
