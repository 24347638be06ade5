package dev.headroom.probe.os.process;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What {@code /proc/PID/stat} tells of a process, or of one of its threads.
 *
 * @param state as the kernel abbreviates it
 * @param ticks of the clock for which it has run
 * @param begun clock ticks from the start of the machine to its own
 */
public record ProcessStat(char state, long ticks, long begun) {

    /** After the name, which may hold anything, the fields 3 to 22. */
    private static final int FIELDS = 20;

    /** Empty where there is no such process. */
    public static Optional<ProcessStat> of(long pid) {
        return of(Path.of("/proc/" + pid));
    }

    static Optional<ProcessStat> of(Path folder) {
        return ProcFiles.text(folder + "/stat").map(ProcessStat::parse);
    }

    private static ProcessStat parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", FIELDS + 1);
        return new ProcessStat(
                fields[0].charAt(0),
                Long.parseLong(fields[11]) + Long.parseLong(fields[12]),
                Long.parseLong(fields[FIELDS - 1]));
    }

    public boolean hasEnded() {
        return state == 'Z' || state == 'X';
    }

    boolean awaitsDisk() {
        return state == 'D';
    }

    /** By a signal such as SIGSTOP, or by a debugger. */
    public boolean isStopped() {
        return state == 'T' || state == 't';
    }
}
