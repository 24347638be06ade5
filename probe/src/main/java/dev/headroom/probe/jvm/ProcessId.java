package dev.headroom.probe.jvm;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.os.process.ProcessSignal;
import dev.headroom.probe.os.process.ProcessStat;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * A process, told from a later one to which the system gives the same number.
 *
 * @param begun when it started, in clock ticks since the machine did on Linux, in milliseconds elsewhere; -1 where that is not told
 */
public record ProcessId(long pid, long begun) {

    /** The process that has this number now. */
    public static ProcessId now(long pid) {
        return new ProcessId(pid, begun(pid).orElse(-1));
    }

    private static OptionalLong begun(long pid) {
        return LinuxProcess.isLinux()
                ? ProcessStat.of(pid).stream().mapToLong(ProcessStat::begun).findFirst()
                : ProcessHandle.of(pid).flatMap(process -> process.info().startInstant()).stream()
                        .mapToLong(Instant::toEpochMilli)
                        .findFirst();
    }

    /** Whether it still runs, and its number was not given to another one meanwhile. */
    public boolean isStill() {
        return LinuxProcess.isLinux()
                ? ProcessStat.of(pid)
                        .filter(now -> !now.hasEnded() && (begun == -1 || now.begun() == begun))
                        .isPresent()
                : ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent()
                        && (begun == -1 || begun(pid).orElse(begun) == begun);
    }

    /** On Linux, whether the kernel has no process of its number, or shows that this is another one's by now. Of one that it hides nothing is sure. */
    public boolean isSurelyGone() {
        return ProcessStat.of(pid)
                .map(now -> now.hasEnded() || now.begun() != begun)
                .orElseGet(() -> !ProcessSignal.isThere(pid));
    }

    /** @throws ProbeException where it has ended, or its number is another process's by now */
    public void check() throws ProbeException {
        OptionalLong now = begun(pid);
        if (now.isPresent() && begun != -1 && now.getAsLong() != begun) {
            throw new ProbeException("process " + pid
                    + " has ended, and another process has its number now: nothing was sent to that one");
        }
        if (now.isEmpty() && begun != -1) {
            throw new ProbeException("process " + pid + " has ended");
        }
    }
}
