package dev.headroom.probe.os.process;

import dev.headroom.probe.os.process.ControlGroups.Controller;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Bytes of memory that a process may still take before the kernel ends it or another of its container: of its control group, of those above it and of the machine,
 * whichever is least. Files that nobody has used of late are memory that the kernel takes back at once, and count as free, as it counts them itself.
 */
public final class MemoryLeft {

    private static final long KIB = 1 << 10;

    private MemoryLeft() {}

    /** Empty where neither a group nor the machine tells. */
    public static OptionalLong of(long pid) {
        return of(
                ControlGroups.of(pid, Controller.MEMORY),
                ProcFiles.text("/proc/meminfo").orElse(""));
    }

    static OptionalLong of(List<String> folders, String machine) {
        return LongStream.concat(
                        number(machine, "MemAvailable:"::equals)
                                .map(kib -> kib * KIB)
                                .mapToLong(Long::longValue),
                        folders.stream().map(MemoryLeft::ofGroup).flatMapToLong(OptionalLong::stream))
                .min();
    }

    /** Of version 2, where {@code memory.high} slows a group down as {@code memory.max} ends it, else of version 1. */
    private static OptionalLong ofGroup(String folder) {
        OptionalLong most = Stream.of("memory.max", "memory.high", "memory.limit_in_bytes")
                .flatMapToLong(file -> number(folder, file).stream())
                .min();
        OptionalLong used = Stream.of("memory.current", "memory.usage_in_bytes")
                .flatMapToLong(file -> number(folder, file).stream())
                .findFirst();
        if (most.isEmpty() || used.isEmpty()) {
            return OptionalLong.empty();
        }
        long idle = ProcFiles.text(folder + "/memory.stat").stream()
                .flatMap(stat -> number(
                        stat,
                        stat.contains("total_inactive_file ")
                                ? "total_inactive_file"::equals
                                : "inactive_file"::equals))
                .findFirst()
                .orElse(0L);
        return OptionalLong.of(Math.max(0, most.getAsLong() - used.getAsLong() + idle));
    }

    /** Empty where the file says {@code max}, or is none. */
    private static OptionalLong number(String folder, String file) {
        return ProcFiles.text(folder + "/" + file).map(String::strip).filter(text -> text.matches("\\d{1,19}")).stream()
                .mapToLong(MemoryLeft::parsed)
                .findFirst();
    }

    private static Stream<Long> number(String text, Predicate<String> name) {
        return text.lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length > 1 && name.test(words[0]) && words[1].matches("\\d{1,18}"))
                .map(words -> Long.parseLong(words[1]));
    }

    private static long parsed(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE; // version 1 has no other word for none
        }
    }
}
