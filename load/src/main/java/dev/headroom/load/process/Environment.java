package dev.headroom.load.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a process was given as its environment when its program began, as Linux tells its user ({@code proc(5)}). */
final class Environment {

    /** Bytes; no process is given more. */
    private static final int LONGEST = 1 << 21;

    private Environment() {}

    /** @param variable {@code NAME=value}; false where it cannot be read */
    static boolean has(ProcessHandle process, String variable) {
        try (InputStream in = Files.newInputStream(Path.of("/proc", Long.toString(process.pid()), "environ"))) {
            String all = new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
            return ("\0" + all).contains("\0" + variable + "\0");
        } catch (IOException e) {
            return false; // another user's, or it has ended
        }
    }
}
