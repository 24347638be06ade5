package dev.headroom.probe.dump;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.process.ProcFiles;
import dev.headroom.probe.threads.Begun;
import dev.headroom.probe.threads.SeenThread;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Waits that the threads of a JVM have begun, as the kernel counts them: how often each gave up its core by itself. Read from {@code /proc}, so it costs the JVM nothing, and the machine a hundredth of a core at most. Not of a JVM in a
 * container: its threads have other numbers out here.
 */
final class KernelWaits {

    private static final String COUNTER = "voluntary_ctxt_switches:";

    /** One file each. */
    private static final int MOST = 2_000;

    /** A window has some seconds: how many there were at its edges lies on the line between two readings. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Of one core (0 to 1), what reading may take: it is the machine of the service. */
    private static final double SHARE = 0.01;

    private final Optional<Long> process;
    private final Begun begun = new Begun();
    private Set<Long> there = Set.of();
    private long next = System.nanoTime();

    KernelWaits(Optional<LinuxProcess> process) {
        this.process = process.filter(one -> one.pidInside() == one.pid()).map(LinuxProcess::pid);
    }

    /**
     * By pool, counted from some fixed point; empty where they are not read again yet.
     *
     * @param seen the threads of that dump
     * @param pool that a thread is of
     */
    Map<String, Long> of(List<DumpedThread> dump, List<SeenThread> seen, Function<SeenThread, String> pool) {
        if (process.isEmpty() || dump.size() > MOST || System.nanoTime() < next) {
            return Map.of();
        }
        long start = System.nanoTime();
        Set<Long> now = new HashSet<>();
        Map<Long, SeenThread> byId =
                seen.stream().collect(Collectors.toMap(SeenThread::id, one -> one, (one, other) -> one));
        dump.forEach(thread -> waits(thread).ifPresent(waits -> {
            now.add(thread.id());
            begun.counted(thread.id(), waits);
            Optional.ofNullable(byId.get(thread.id())).ifPresent(one -> begun.add(one.id(), pool.apply(one)));
        }));
        there.stream().filter(thread -> !now.contains(thread)).forEach(begun::ended);
        there = now;
        next = start + Math.max(PAUSE_NANOS, (long) ((System.nanoTime() - start) / SHARE));
        return begun.totals();
    }

    private OptionalLong waits(DumpedThread thread) {
        Optional<String> line = thread.kernelId() == 0
                ? Optional.empty()
                : ProcFiles.line(
                        "/proc/" + process.orElseThrow() + "/task/" + thread.kernelId() + "/status",
                        one -> one.startsWith(COUNTER));
        return line.stream()
                .mapToLong(one -> Long.parseLong(one.substring(COUNTER.length()).strip()))
                .findFirst();
    }
}
