package dev.headroom.probe.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How many connections each listening socket of this machine lets wait. The kernel tells it by netlink only, not in
 * {@code /proc}, so {@code ss} is asked where it is installed.
 */
final class Backlogs {

    private static final int PATIENCE_SECONDS = 5;

    private Backlogs() {}

    /** By port; none where {@code ss} is missing. */
    static Map<Integer, Integer> read() throws InterruptedException {
        Process process;
        String told;
        try {
            process = new ProcessBuilder("ss", "-Hltn")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return Map.of(); // not installed: the report then leaves the bound out
        }
        return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0 ? parse(told) : Map.of();
    }

    /** {@code LISTEN 0 100 *:8080 *:*}: state, waiting, most that may wait, local end, remote end. */
    static Map<Integer, Integer> parse(String told) {
        Map<Integer, Integer> byPort = new HashMap<>();
        told.lines().map(line -> line.trim().split(" +")).forEach(fields -> {
            if (fields.length >= 4 && fields[2].matches("\\d+") && fields[3].matches(".*:\\d+")) {
                int port = Integer.parseInt(fields[3].substring(fields[3].lastIndexOf(':') + 1));
                byPort.merge(port, Integer.parseInt(fields[2]), Math::max);
            }
        });
        return byPort;
    }
}
