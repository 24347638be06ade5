package dev.headroom.agent.jvm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether this JVM has memory left. What the JDK closes it closes once: where it finds no memory for that, a channel stays open, and its flight recorder holds a
 * recording for running that has ended, and begins and ends no other. Nothing is allocated to find out, since a JVM may be told to end itself where that fails.
 */
public final class Memory {

    /** What closing takes, and more. */
    private static final long ENOUGH_BYTES = 2L << 20;

    /** What nobody uses counts as used until it is collected, which nobody may bring about. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private Memory() {}

    /** Until there is enough, for some seconds at the most. */
    public static void await() {
        long begin = System.nanoTime();
        while (!isEnough() && System.nanoTime() - begin < LONGEST_NANOS) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Now. */
    public static boolean isEnough() {
        Runtime heap = Runtime.getRuntime();
        return heap.maxMemory() - heap.totalMemory() + heap.freeMemory() >= ENOUGH_BYTES;
    }
}
