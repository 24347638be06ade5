package dev.headroom.probe.os.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the kernel grants a process at one instant: processor time of its control group (version 2: {@code cpu.max}, {@code cpu.stat};
 * version 1: {@code cpu.cfs_quota_us}), file descriptors, and whether a thread of it waits for a disk (state D).
 *
 * @param quota cores; empty where there is no bound
 * @param throttled seconds for which the group was not allowed to run, since it began
 * @param descriptors open ones over the most that there may be, 0 to 1
 */
public record Bounds(double atSeconds, OptionalDouble quota, double throttled, double descriptors, boolean awaitsDisk) {

    private static final String ROOT = "/sys/fs/cgroup";
    private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files\\s+(\\d+)");
    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;

    /** Reading each thread's state is worth it only while they are few. */
    private static final int MOST_THREADS = 400;

    public static Bounds read(long pid, double atSeconds) {
        List<String> groups = ProcFiles.text("/proc/" + pid + "/cgroup").stream()
                .flatMap(String::lines)
                .toList();
        OptionalDouble quota = OptionalDouble.empty();
        double throttled = 0;
        for (String folder : folders(groups)) {
            OptionalDouble here = quota(folder);
            if (here.isPresent() && (quota.isEmpty() || here.getAsDouble() < quota.getAsDouble())) {
                quota = here;
            }
            throttled = Math.max(throttled, throttled(folder));
        }
        return new Bounds(atSeconds, quota, throttled, descriptors(pid), awaitsDisk(pid));
    }

    /** The group's folder and those above it: the tightest bound counts. A container sees its own group as the root. */
    static List<String> folders(List<String> groups) {
        return groups.stream()
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3
                        && !parts[2].startsWith("/..") // outside of our group namespace: no folder of ours
                        && (parts[1].isEmpty()
                                || List.of(parts[1].split(",", -1)).contains("cpu")))
                .flatMap(parts -> {
                    String root = parts[1].isEmpty() ? ROOT : ROOT + "/" + parts[1];
                    return Stream.iterate(Path.of(parts[2]), path -> path != null, Path::getParent)
                            .map(path -> root + path);
                })
                .toList();
    }

    private static OptionalDouble quota(String folder) {
        Optional<String> max = ProcFiles.text(folder + "/cpu.max");
        if (max.isPresent()) {
            String[] parts = max.get().trim().split(" ");
            return parts[0].equals("max")
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]));
        }
        double quota = number(folder + "/cpu.cfs_quota_us");
        double period = number(folder + "/cpu.cfs_period_us");
        return quota > 0 && period > 0 ? OptionalDouble.of(quota / period) : OptionalDouble.empty();
    }

    private static double number(String file) {
        return ProcFiles.text(file).map(text -> Double.parseDouble(text.trim())).orElse(-1.0);
    }

    private static double throttled(String folder) {
        return ProcFiles.text(folder + "/cpu.stat")
                .map(Bounds::throttledSeconds)
                .orElse(0.0);
    }

    /** Version 2 counts microseconds, version 1 nanoseconds. */
    static double throttledSeconds(String stat) {
        for (String line : stat.lines().toList()) {
            String[] parts = line.split(" ");
            if (parts[0].equals("throttled_usec")) {
                return Double.parseDouble(parts[1]) / MICROS;
            }
            if (parts[0].equals("throttled_time")) {
                return Double.parseDouble(parts[1]) / NANOS;
            }
        }
        return 0;
    }

    private static double descriptors(long pid) {
        Matcher most =
                OPEN_FILES.matcher(ProcFiles.text("/proc/" + pid + "/limits").orElse(""));
        return most.find() ? ProcFiles.list("/proc/" + pid + "/fd").size() / Double.parseDouble(most.group(1)) : 0;
    }

    private static boolean awaitsDisk(long pid) {
        List<Path> tasks = ProcFiles.list("/proc/" + pid + "/task");
        return tasks.size() <= MOST_THREADS
                && tasks.stream()
                        .anyMatch(task -> ProcFiles.text(task + "/stat")
                                .filter(stat -> stat.charAt(stat.lastIndexOf(')') + 2) == 'D')
                                .isPresent());
    }
}
