package dev.headroom.agent.recording;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * File descriptors of this JVM. It ends itself when its flight recorder cannot open the next file ({@code jdk.jfr.internal.Repository.newChunk}), and the recorder
 * opens one whenever a recording begins, when one ends while others write to the disk, and when a file has its size.
 *
 * @param free how many more it may open
 * @param most how many it may have open
 */
record Descriptors(long free, long most) {

    /** What a service may open between two looks, of a limit that is small. */
    private static final long TO_RECORD = 64;

    /** Of all (1 over): the same of a limit that is large. */
    private static final long PART_TO_RECORD = 10;

    /** What the end of a recording opens is one; the service opens others meanwhile. */
    private static final long TO_END = 8;

    private static final Descriptors UNLIMITED = new Descriptors(Long.MAX_VALUE, Long.MAX_VALUE);
    static final Descriptors NONE = new Descriptors(0, 0);

    /** They are counted by reading a folder, so an open one is needed for that. */
    static Descriptors now() {
        try {
            if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
                long most = system.getMaxFileDescriptorCount();
                long open = system.getOpenFileDescriptorCount();
                return open < 0 ? NONE : most <= 0 ? UNLIMITED : new Descriptors(Math.max(0, most - open), most);
            }
            return UNLIMITED; // of Windows
        } catch (InternalError e) {
            return NONE; // it could not open that folder
        }
    }

    /** Whether a recording may begin, and go on. */
    boolean areEnough() {
        return free >= Math.max(TO_RECORD, most / PART_TO_RECORD);
    }

    /** Whether a recording may end while others write to the disk. */
    boolean areEnoughToEnd() {
        return free >= TO_END;
    }

    String words() {
        return "the JVM has only " + free + " of " + most
                + " file descriptors left, and ends itself when its flight recorder finds none";
    }

    /** Counts them now and then, for that takes the longer the more are open. */
    static final class Meter implements Supplier<Descriptors> {

        private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(1);

        /** A service may open many meanwhile. */
        private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

        /** Of the time (1 over) for which they may be counted. */
        private static final long PART = 1_000;

        private @Nullable Descriptors last;
        private long counted;
        private long apart;

        @Override
        public Descriptors get() {
            long now = System.nanoTime();
            Descriptors known = last;
            if (known == null || now - counted >= apart) {
                known = now();
                last = known;
                counted = System.nanoTime();
                apart = Math.min(LONGEST_NANOS, Math.max(SHORTEST_NANOS, PART * (counted - now)));
            }
            return known;
        }
    }
}
