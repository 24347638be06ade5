package dev.headroom.probe.os;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** Processor time of some threads of a process, in ns, as the kernel's scheduler counts it. */
public final class ThreadClock {

    private final List<Path> threads;

    /** @param threads their folders {@code /proc/PID/task/TID} */
    public ThreadClock(List<Path> threads) {
        this.threads = List.copyOf(threads);
    }

    /** Of all together; empty where the kernel does not count it. */
    public OptionalLong nanos() {
        long sum = 0;
        for (Path thread : threads) {
            String[] counts = ProcFiles.text(thread + "/schedstat").orElse("").split(" ", 2);
            if (counts[0].isEmpty()) {
                return OptionalLong.empty();
            }
            sum += Long.parseLong(counts[0]);
        }
        return threads.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sum);
    }
}
