package dev.headroom.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What tests ask of processes. */
public final class Processes {

    private Processes() {}

    /** Whoever adopts an orphan that has ended may never ask for its exit code: the system then keeps it in its table. */
    public static boolean runs(ProcessHandle process) {
        try {
            return process.isAlive()
                    && !Files.readString(Path.of("/proc/" + process.pid() + "/stat"))
                            .matches("(?s).*\\) Z .*");
        } catch (IOException e) {
            return process.isAlive(); // has no such file: it has ended, or this is no Linux
        }
    }

    /** Returns when none of them runs any more. */
    public static void awaitEnd(List<ProcessHandle> processes) throws InterruptedException {
        long begin = System.nanoTime();
        while (processes.stream().anyMatch(Processes::runs)) {
            if (System.nanoTime() - begin > TimeUnit.MINUTES.toNanos(2)) {
                throw new AssertionError("still there after 2 min: " + processes);
            }
            Thread.sleep(20);
        }
    }
}
