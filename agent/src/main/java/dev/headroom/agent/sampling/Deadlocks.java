package dev.headroom.agent.sampling;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;

/** Platform threads that wait for each other in a circle. Finding them stops the JVM, so it is done rarely. */
final class Deadlocks {

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long looked = System.nanoTime();
    private int found;

    int count() {
        if (System.nanoTime() - looked > INTERVAL_NANOS) {
            long[] circle = threads.findDeadlockedThreads();
            found = circle == null ? 0 : circle.length;
            looked = System.nanoTime();
        }
        return found;
    }
}
