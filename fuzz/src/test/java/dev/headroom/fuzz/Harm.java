package dev.headroom.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Holds what is done with one input against bounds on memory and processor time, which do not depend on how busy the machine is. */
public final class Harm {

    /** Jazzer changes each class as it is loaded, on the thread that reads: it takes ten times as much. */
    private static final int TRACED = System.getenv("JAZZER_FUZZ") == null ? 1 : 10;

    /** What may be allocated whatever the input, bytes: tables, buffers, classes that are loaded. */
    private static final long ALLOCATES = TRACED * (64L << 20);

    /** And for each byte of the input: an object or two, not a copy of the input. */
    private static final long ALLOCATES_PER_BYTE = TRACED * 2_000L;

    /** What may be used whatever the input, ns: code that is not compiled yet, on a busy machine. */
    private static final long USES_NANOS = TRACED * 2_000_000_000L;

    /** And for each byte. What is quadratic takes more from some 10 kB on. */
    private static final long USES_NANOS_PER_BYTE = 20_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Harm() {}

    /** What reads an input. */
    public interface Reading {
        void read() throws Exception;
    }

    /**
     * Fails where reading an input of that length took more than it may, twice: classes that are loaded and traced by the first are not the input's doing.
     * Called on the thread that reads.
     */
    public static void none(int length, Reading reading) throws Exception {
        try {
            once(length, reading);
        } catch (AssertionError first) {
            once(length, reading);
        }
    }

    private static void once(int length, Reading reading) throws Exception {
        long nanos = THREADS.getCurrentThreadCpuTime();
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        try {
            reading.read();
        } finally {
            bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
            nanos = THREADS.getCurrentThreadCpuTime() - nanos;
        }
        if (bytes > ALLOCATES + ALLOCATES_PER_BYTE * length) {
            throw new AssertionError(length + " bytes had " + (bytes >> 20) + " MB allocated");
        }
        if (nanos > USES_NANOS + USES_NANOS_PER_BYTE * length) {
            throw new AssertionError(length + " bytes took " + nanos / 1_000_000 + " ms");
        }
    }
}
