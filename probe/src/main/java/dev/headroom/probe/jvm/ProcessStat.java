package dev.headroom.probe.jvm;

import dev.headroom.probe.os.process.ProcFiles;
import java.util.Optional;

/**
 * Of {@code /proc/PID/stat}, what tells one process from a later one with its number.
 *
 * @param state as the kernel abbreviates it
 * @param begun clock ticks from the start of the machine to its own
 */
record ProcessStat(char state, long begun) {

    /** After the name, which may hold anything, the fields 3 to 22. */
    private static final int FIELDS = 20;

    /** Empty where there is no such process. */
    static Optional<ProcessStat> of(long pid) {
        return ProcFiles.text("/proc/" + pid + "/stat").map(ProcessStat::parse);
    }

    static ProcessStat parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", FIELDS + 1);
        return new ProcessStat(fields[0].charAt(0), Long.parseLong(fields[FIELDS - 1]));
    }

    boolean hasEnded() {
        return state == 'Z' || state == 'X';
    }

    /** By a signal such as SIGSTOP, or by a debugger. */
    boolean isStopped() {
        return state == 'T' || state == 't';
    }
}
