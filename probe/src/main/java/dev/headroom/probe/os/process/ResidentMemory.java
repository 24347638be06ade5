package dev.headroom.probe.os.process;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The memory of the machine that a process holds, in bytes: {@code VmRSS} of Linux' {@code /proc/PID/status}. */
public final class ResidentMemory {

    private static final Pattern LINE = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
    private static final long BYTES_PER_KB = 1024;

    private ResidentMemory() {}

    public static Optional<Long> read(long pid) {
        return ProcFiles.text("/proc/" + pid + "/status").flatMap(ResidentMemory::of);
    }

    /** @param status as the kernel prints it; that of a process that is ending holds no memory any more */
    static Optional<Long> of(String status) {
        Matcher line = LINE.matcher(status);
        return line.find() ? Optional.of(Long.parseLong(line.group(1)) * BYTES_PER_KB) : Optional.empty();
    }
}
