package dev.headroom.probe.os.process;

import dev.headroom.probe.os.process.ControlGroups.Controller;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Bytes of memory that a process may still take before the kernel ends it or another of its container: of its control group, of those above it and of the machine,
 * whichever is least. Files that nobody has used of late are memory that the kernel takes back at once, and count as free, as it counts them itself.
 */
public final class MemoryLeft {

    private static final long KIB = 1 << 10;

    private MemoryLeft() {}

    /** Of version 2, which slows a group down at {@code memory.high} as it ends it at {@code memory.max}, else of version 1. */
    private static final List<String> LIMITS = List.of("memory.max", "memory.high", "memory.limit_in_bytes");

    /** Empty where neither a group nor the machine tells. */
    public static OptionalLong of(long pid) {
        return of(ControlGroups.of(pid, Controller.MEMORY), machine());
    }

    /** The same until the kernel ends one, or stops all: it takes back all files that are on the disk as well before it does. */
    static OptionalLong beforeTheEnd(long pid) {
        return beforeTheEnd(ControlGroups.of(pid, Controller.MEMORY), machine());
    }

    /**
     * To how many a part of that process may come before the kernel ends it: what it holds by now of those that it has reserved, and what is left.
     *
     * @param reserved bytes of that part; empty where nobody tells
     */
    public static OptionalLong reach(long pid, OptionalLong reserved) {
        Optional<Long> held = ProcFiles.text("/proc/" + pid + "/status").flatMap(MemoryLeft::held);
        return reach(reserved, held, beforeTheEnd(pid));
    }

    static OptionalLong reach(OptionalLong reserved, Optional<Long> resident, OptionalLong left) {
        OptionalLong held = LongStream.concat(
                        reserved.stream(), resident.stream().mapToLong(Long::longValue))
                .min();
        return held.isEmpty() || left.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(held.getAsLong() + left.getAsLong());
    }

    /** Bytes of the machine's memory that a process of that status holds; one that is ending holds none any more. */
    public static Optional<Long> resident(String status) {
        return kilobytes(status, "VmRSS");
    }

    /** The same with its huge pages, which are not among those. */
    static Optional<Long> held(String status) {
        return resident(status)
                .map(bytes -> bytes + kilobytes(status, "HugetlbPages").orElse(0L));
    }

    private static Optional<Long> kilobytes(String status, String name) {
        return ProcFiles.number(status, name + ":").map(kib -> kib * KIB);
    }

    static OptionalLong of(List<String> folders, String machine) {
        return least(machine, folders, List.of("inactive_file"));
    }

    static OptionalLong beforeTheEnd(List<String> folders, String machine) {
        return least(machine, folders, List.of("inactive_file", "active_file", "slab_reclaimable"));
    }

    private static String machine() {
        return ProcFiles.text("/proc/meminfo").orElse("");
    }

    /** @param back what the kernel takes back, by its names in {@code memory.stat} */
    private static OptionalLong least(String machine, List<String> folders, List<String> back) {
        return LongStream.concat(
                        kilobytes(machine, "MemAvailable").stream().mapToLong(Long::longValue),
                        folders.stream().map(folder -> ofGroup(folder, back)).flatMapToLong(OptionalLong::stream))
                .min();
    }

    private static OptionalLong ofGroup(String folder, List<String> back) {
        OptionalLong most = LIMITS.stream()
                .flatMapToLong(file -> number(folder, file).stream())
                .min();
        OptionalLong used = Stream.of("memory.current", "memory.usage_in_bytes")
                .flatMapToLong(file -> number(folder, file).stream())
                .findFirst();
        if (most.isEmpty() || used.isEmpty()) {
            return OptionalLong.empty();
        }
        String stat = ProcFiles.text(folder + "/memory.stat").orElse("");
        String prefix =
                stat.contains("total_inactive_file ") ? "total_" : ""; // with the groups below, as usage is counted
        long idle = back.stream()
                .flatMap(name -> ProcFiles.number(stat, prefix + name).stream())
                .mapToLong(Long::longValue)
                .sum();
        return OptionalLong.of(Math.max(0, most.getAsLong() - used.getAsLong() + idle));
    }

    /** Empty where the file says {@code max}, or is none. */
    private static OptionalLong number(String folder, String file) {
        return ProcFiles.text(folder + "/" + file).map(String::strip).filter(text -> text.matches("\\d{1,19}")).stream()
                .mapToLong(MemoryLeft::parsed)
                .findFirst();
    }

    private static long parsed(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE; // version 1 has no other word for none
        }
    }
}
