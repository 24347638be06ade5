package dev.headroom.probe.os.process;

import dev.headroom.probe.os.process.ControlGroups.Controller;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the kernel grants a process at one instant: processor time of its control group (version 2: {@code cpu.max}, {@code cpu.stat};
 * version 1: {@code cpu.cfs_quota_us}), file descriptors, and whether a thread of it waits for a disk (state D).
 *
 * @param quota cores; empty where there is no bound, or no group could be read
 * @param groups what was counted of each, by its folder: its own one and those above it
 * @param descriptors open ones over the most that there may be, 0 to 1
 */
public record Bounds(
        double atSeconds, OptionalDouble quota, Map<String, Throttled> groups, double descriptors, boolean awaitsDisk) {

    /** Reading each thread's state is worth it only while they are few. */
    private static final int MOST_THREADS = 400;

    public static Bounds read(long pid, double atSeconds) {
        List<String> folders = ControlGroups.of(pid, Controller.CPU);
        double descriptors =
                Descriptors.of(pid).map(all -> (double) all.open() / all.most()).orElse(0.0);
        return new Bounds(atSeconds, quota(folders), groups(folders), descriptors, awaitsDisk(pid));
    }

    /** The smallest. */
    static OptionalDouble quota(List<String> folders) {
        return folders.stream()
                .map(Bounds::quota)
                .flatMapToDouble(OptionalDouble::stream)
                .min();
    }

    static Map<String, Throttled> groups(List<String> folders) {
        Map<String, Throttled> groups = new HashMap<>();
        for (String folder : folders) {
            ProcFiles.text(folder + "/cpu.stat").map(Throttled::of).ifPresent(one -> groups.put(folder, one));
        }
        return groups;
    }

    /**
     * Share of the time (0 to 1) for which one of the groups was stopped, at most: that of which this is most. Each is compared with itself, for their
     * counters began at different times. Empty where none was read twice.
     */
    public static OptionalDouble throttledShare(List<Bounds> readings) {
        Bounds last = readings.getLast();
        return last.groups.entrySet().stream()
                .flatMapToDouble(group -> readings.stream()
                        .filter(one -> one.atSeconds < last.atSeconds)
                        .flatMap(one -> Optional.ofNullable(one.groups.get(group.getKey()))
                                .map(before -> group.getValue().shareSince(before, last.atSeconds - one.atSeconds))
                                .stream())
                        .limit(1)
                        .mapToDouble(Double::doubleValue))
                .max();
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

    private static boolean awaitsDisk(long pid) {
        List<Path> tasks = ProcFiles.list("/proc/" + pid + "/task");
        return tasks.size() <= MOST_THREADS
                && tasks.stream()
                        .anyMatch(task -> ProcessStat.of(task)
                                .filter(ProcessStat::awaitsDisk)
                                .isPresent());
    }
}
