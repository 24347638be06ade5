package dev.headroom.probe.os.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Processor time of the threads of a process that do some work, in ns, as the kernel's scheduler counts it. */
public final class ThreadClock {

    private static final long LIST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<? extends Collection<Path>> threads;
    private final LongSupplier clock;
    private final Map<Path, Long> used = new HashMap<>();
    private List<Path> there = List.of();
    private boolean begun;
    private long listed;
    private long sum;

    /** @param threads lists their folders {@code /proc/PID/task/TID}; asked again every second, since another thread may do the work by then */
    public ThreadClock(Supplier<? extends Collection<Path>> threads) {
        this(threads, System::nanoTime);
    }

    ThreadClock(Supplier<? extends Collection<Path>> threads, LongSupplier clock) {
        this.threads = threads;
        this.clock = clock;
    }

    /** Of all together, since a moment that stays the same; empty where the kernel does not count it, or none of them is there. */
    public OptionalLong nanos() {
        long now = clock.getAsLong();
        if (!begun || now - listed > LIST_NANOS) {
            there = new ArrayList<>(threads.get());
            if (!there.isEmpty()) {
                used.keySet().retainAll(there);
            }
            begun = true;
            listed = now;
        }
        there.removeIf(thread -> !count(thread));
        return there.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sum);
    }

    /** False where it has ended. */
    private boolean count(Path thread) {
        String nanos = ProcFiles.text(thread + "/schedstat").orElse("").split(" ", 2)[0];
        if (nanos.isEmpty()) {
            return false;
        }
        long now = Long.parseLong(nanos);
        sum += now - used.getOrDefault(thread, 0L);
        used.put(thread, now);
        return true;
    }
}
