package dev.headroom.probe.os.process;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counters of processor time at one instant, in seconds since their own beginnings.
 *
 * @param service used by the watched process
 * @param machine used by all processes, without waiting for disks
 * @param steal taken by the hypervisor
 */
public record ProcessorReading(double atSeconds, double service, double machine, double steal) {

    /** The kernel reports in USER_HZ, which is 100 on every platform that runs a JVM. */
    private static final double TICKS_PER_SECOND = 100;

    public static Optional<ProcessorReading> read(long pid, double atSeconds) {
        Optional<String> process = ProcFiles.text("/proc/" + pid + "/stat");
        Optional<String> machine = ProcFiles.text("/proc/stat");
        if (process.isEmpty() || machine.isEmpty()) {
            return Optional.empty();
        }
        // the command may hold blanks and brackets: count from behind its closing one
        String[] fields =
                process.get().substring(process.get().lastIndexOf(')') + 2).split(" ");
        double service = Double.parseDouble(fields[11]) + Double.parseDouble(fields[12]);
        // "cpu" user nice system idle iowait irq softirq steal
        String[] cpu = machine.get().lines().findFirst().orElse("").trim().split(" +");
        double busy = 0;
        for (int field : new int[] {1, 2, 3, 6, 7}) {
            busy += Double.parseDouble(cpu[field]);
        }
        double steal = cpu.length > 8 ? Double.parseDouble(cpu[8]) : 0;
        return Optional.of(new ProcessorReading(
                atSeconds, service / TICKS_PER_SECOND, busy / TICKS_PER_SECOND, steal / TICKS_PER_SECOND));
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
