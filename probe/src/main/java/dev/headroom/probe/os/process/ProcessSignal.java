package dev.headroom.probe.os.process;

import dev.headroom.probe.os.call.Libc;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Sends a signal to a process, and to no other that gets its number meanwhile. */
public final class ProcessSignal {

    private static final long PIDFD_OPEN = 434;
    private static final long PIDFD_SEND_SIGNAL = 424;
    private static final int QUIT = 3;

    private ProcessSignal() {}

    /** Whether there is a process of that number in our namespace, whoever may see it in {@code /proc}. */
    public static boolean isThere(long pid) {
        int nothing = 0;
        return Libc.kill((int) pid, nothing) != -Libc.ESRCH;
    }

    /**
     * SIGQUIT.
     *
     * @param meant asked when the number cannot mean another process any more
     * @throws IOException where it is not, or the kernel refuses
     */
    public static void quit(long pid, BooleanSupplier meant) throws IOException {
        long process = Libc.syscall(PIDFD_OPEN, pid, 0, 0, 0);
        try {
            if (!meant.getAsBoolean()) {
                throw new IOException(
                        "it has ended, or does not listen to SIGQUIT, which would end it:" + " nothing was sent");
            }
            boolean old = process == -Libc.ENOSYS || process == -Libc.EPERM; // before Linux 5.3, or filtered
            long result = old
                    ? Libc.kill((int) pid, QUIT)
                    : process < 0 ? process : Libc.syscall(PIDFD_SEND_SIGNAL, process, QUIT, 0, 0);
            if (result < 0) {
                throw new IOException("it cannot be sent SIGQUIT: " + Libc.error(result));
            }
        } finally {
            if (process >= 0) {
                Libc.close((int) process);
            }
        }
    }
}
