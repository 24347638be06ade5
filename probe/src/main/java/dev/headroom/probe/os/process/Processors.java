package dev.headroom.probe.os.process;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The processors that a JVM counts at its start: those it may run on, or as many as the quota of its control group makes, rounded up. */
public final class Processors {

    private static final String ALLOWED = "Cpus_allowed_list:";

    private Processors() {}

    /** Empty where the kernel does not tell. */
    public static OptionalInt of(long pid) {
        OptionalDouble quota = Bounds.read(pid, 0).quota();
        return ProcFiles.text("/proc/" + pid + "/status").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith(ALLOWED))
                .mapToInt(line -> counted(line.substring(ALLOWED.length()).strip()))
                .map(allowed -> (int) Math.clamp(Math.ceil(quota.orElse(allowed)), 1, allowed))
                .findFirst();
    }

    /** {@code 0-3,8} are five. */
    static int counted(String list) {
        int count = 0;
        for (String range : list.split(",", -1)) {
            String[] ends = range.split("-", 2);
            count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
        }
        return count;
    }
}
