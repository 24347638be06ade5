package dev.headroom.probe.os.process;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Counters of processor time at one instant, in seconds since their own beginnings.
 *
 * @param processors that the watched process may run on now; empty where the kernel does not tell, which stands for all
 * @param service used by the watched process
 * @param machine used by all processes on these processors, without waiting for disks
 * @param steal taken of these by the hypervisor
 */
public record ProcessorReading(
        double atSeconds, Set<Integer> processors, double service, double machine, double steal) {

    /** The kernel reports in USER_HZ, which is 100 on every platform that runs a JVM. */
    private static final double TICKS_PER_SECOND = 100;

    private static final String CPU = "cpu";

    /** @param status of the process, as the kernel prints it */
    public static Optional<ProcessorReading> read(long pid, double atSeconds, Optional<String> status) {
        Optional<ProcessStat> process = ProcessStat.of(pid);
        Optional<String> machine = ProcFiles.text("/proc/stat");
        if (process.isEmpty() || machine.isEmpty()) {
            return Optional.empty();
        }
        Set<Integer> processors = Processors.allowed(status, machine.get());
        return Optional.of(new ProcessorReading(
                atSeconds,
                processors,
                process.get().ticks() / TICKS_PER_SECOND,
                ticks(machine.get(), processors, 1, 2, 3, 6, 7) / TICKS_PER_SECOND,
                ticks(machine.get(), processors, 8) / TICKS_PER_SECOND));
    }

    /** Those until a time since the processors are the same as then: what two sets of them have used is not to be compared. */
    public static List<ProcessorReading> ofOneSet(List<ProcessorReading> all, double until) {
        int end = 0;
        while (end < all.size() && all.get(end).atSeconds() <= until) {
            end++;
        }
        int begin = end;
        while (begin > 0
                && all.get(begin - 1).processors().equals(all.get(end - 1).processors())) {
            begin--;
        }
        return all.subList(begin, end);
    }

    /** "cpu" user nice system idle iowait irq softirq steal; and the same of each processor. */
    static double ticks(String stat, Set<Integer> processors, int... fields) {
        List<String[]> lines = stat.lines()
                .takeWhile(line -> line.startsWith(CPU))
                .map(line -> line.trim().split(" +"))
                .toList();
        List<String[]> each = lines.stream()
                .skip(1)
                .filter(line -> processors.contains(Integer.valueOf(line[0].substring(CPU.length()))))
                .toList();
        return (each.isEmpty() ? lines.subList(0, 1) : each)
                .stream()
                        .mapToDouble(line -> IntStream.of(fields)
                                .filter(field -> field < line.length)
                                .mapToDouble(field -> Double.parseDouble(line[field]))
                                .sum())
                        .sum();
    }

    /** Nanoseconds of running and of waiting for a core by thread, from {@code schedstat}. */
    public static Map<String, long[]> scheduling(long pid) {
        Map<String, long[]> byThread = new HashMap<>();
        List<Path> tasks = ProcFiles.list("/proc/" + pid + "/task");
        for (Path task : tasks) {
            ProcFiles.text(task + "/schedstat").ifPresent(text -> {
                String[] fields = text.trim().split(" ");
                byThread.put(
                        task.getFileName().toString(),
                        new long[] {Long.parseLong(fields[0]), Long.parseLong(fields[1])});
            });
        }
        return byThread;
    }
}
