package dev.headroom.probe.jmx;

import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Processor time of the thread that serves our calls in the watched JVM. It is found in the dump that it makes. The walk
 * itself is done by the VM's own thread at a safepoint, whose clock cannot be read: a third is an allowance for it, not a
 * measurement.
 */
final class ServingThread {

    private static final double WITH_SAFEPOINT = 1.33;

    private final ThreadMXBean threads;
    private long id = -1;
    private long before;

    ServingThread(ThreadMXBean threads) {
        this.threads = threads;
    }

    /** Nanoseconds used since the last look; empty where another thread served that one, or none is found. */
    OptionalLong used(List<ThreadInfo> dump) {
        OptionalLong serving = dump.stream()
                .filter(info -> Arrays.stream(info.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("dumpAllThreads")))
                .mapToLong(ThreadInfo::getThreadId)
                .findFirst();
        if (serving.isEmpty()) {
            return OptionalLong.empty();
        }
        long now = threads.getThreadCpuTime(serving.getAsLong());
        long last = serving.getAsLong() == id ? before : -1;
        id = serving.getAsLong();
        before = now;
        return last < 0 || now < last ? OptionalLong.empty() : OptionalLong.of((long) ((now - last) * WITH_SAFEPOINT));
    }
}
