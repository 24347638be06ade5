package dev.headroom.lab.service;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Programs whose signals do not depend on what started the build: a child inherits which of them are ignored, as SIGINT is in a job that a script
 * started with {@code &}, and a JVM leaves an ignored one ignored.
 */
public final class Signals {

    private Signals() {}

    /** The command, with SIGHUP, SIGINT and SIGTERM heard. Where no {@code env} can do that, the test is skipped and says so. */
    public static List<String> heard(List<String> command) throws InterruptedException {
        List<String> env = List.of("env", "--default-signal=HUP,INT,TERM");
        Assumptions.assumeTrue(
                succeeds(prefixed(env, List.of("true"))),
                "signals that are ignored here cannot be reset for a child: that needs the env of GNU coreutils 8.31");
        return prefixed(env, command);
    }

    /** The command, with SIGINT ignored. */
    public static List<String> deafToInterrupts(List<String> command) {
        return prefixed(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"), command);
    }

    /** @param signal such as {@code INT} */
    public static void send(String signal, Process process) throws IOException, InterruptedException {
        if (!succeeds(List.of("kill", "-" + signal, Long.toString(process.pid())))) {
            throw new IOException("kill -" + signal + " " + process.pid() + " failed");
        }
    }

    private static boolean succeeds(List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    private static List<String> prefixed(List<String> words, List<String> command) {
        return Stream.concat(words.stream(), command.stream()).toList();
    }
}
