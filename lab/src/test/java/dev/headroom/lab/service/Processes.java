package dev.headroom.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
            return false;
        }
    }
}
