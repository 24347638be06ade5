package dev.headroom.agent.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of memory that this process may still take before the kernel ends it or another of its container: of its control group, of those above it and of the
 * machine, whichever is least. Files that nobody has used of late are memory that the kernel takes back at once, and count as free, as it counts them itself.
 */
public final class MemoryLeft {

    private static final long KIB = 1 << 10;

    private MemoryLeft() {}

    /** Empty where neither a group nor the machine tells. */
    public static OptionalLong now() {
        return of(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    static OptionalLong of(Path proc, Path mounted) {
        List<OptionalLong> found = new ArrayList<>();
        long available = number(text(proc.resolve("meminfo")), "MemAvailable:");
        found.add(available < 0 ? OptionalLong.empty() : OptionalLong.of(available * KIB));
        for (String line : text(proc.resolve("self/cgroup")).split("\n")) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3
                    && (parts[1].isEmpty() || List.of(parts[1].split(",")).contains("memory"))) {
                Path root = mounted.resolve(parts[1]);
                for (@Nullable Path folder = folder(root, parts[2]);
                        folder != null && folder.startsWith(root);
                        folder = folder.getParent()) {
                    found.add(ofGroup(folder));
                }
            }
        }
        return found.stream().flatMapToLong(OptionalLong::stream).min();
    }

    /** Where a group does not show, its container's is what is mounted. */
    private static Path folder(Path root, String group) {
        Path folder = root.resolve(group.substring(1)).normalize();
        return folder.startsWith(root) && Files.isDirectory(folder) ? folder : root;
    }

    /** Of version 2, where {@code memory.high} slows a group down as {@code memory.max} ends it, else of version 1. */
    private static OptionalLong ofGroup(Path folder) {
        long most = Stream.of("memory.max", "memory.high", "memory.limit_in_bytes")
                .mapToLong(file -> bytes(folder.resolve(file), Long.MAX_VALUE))
                .min()
                .orElseThrow();
        long used = bytes(folder.resolve("memory.current"), bytes(folder.resolve("memory.usage_in_bytes"), -1));
        if (most == Long.MAX_VALUE || used < 0) {
            return OptionalLong.empty();
        }
        String counters = text(folder.resolve("memory.stat"));
        long below = number(counters, "total_inactive_file");
        long idle = below >= 0 ? below : Math.max(0, number(counters, "inactive_file"));
        return OptionalLong.of(Math.max(0, most - used + idle));
    }

    /** @param none where the file says {@code max}, or is none */
    private static long bytes(Path file, long none) {
        String text = text(file).trim();
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : none; // version 1 has a number of 19 digits for none
    }

    /** -1 where there is none of that name. */
    private static long number(String text, String name) {
        for (String line : text.split("\n")) {
            String[] words = line.trim().split("\\s+");
            if (words.length > 1 && words[0].equals(name) && words[1].matches("\\d{1,15}")) {
                return Long.parseLong(words[1]);
            }
        }
        return -1;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
