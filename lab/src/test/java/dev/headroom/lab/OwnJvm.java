package dev.headroom.lab;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM that runs a class of these tests; it ends with the test. */
public final class OwnJvm implements AutoCloseable {

    private final Process process;

    private OwnJvm(Process process) {
        this.process = process;
    }

    public static OwnJvm start(Class<?> main, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(options));
        command.addFirst(java());
        command.addAll(List.of("-cp", classPath(main), main.getName()));
        return new OwnJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Where the JVM that runs the tests is. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Where a class of these tests is, without its libraries. */
    public static String classPath(Class<?> main) throws URISyntaxException {
        return Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    /** The next line that it says. */
    public String line() throws IOException {
        return process.inputReader().readLine();
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() throws Exception {
        process.destroyForcibly().waitFor();
        Files.deleteIfExists(Path.of("/tmp/.java_pid" + process.pid()));
    }
}
