package dev.headroom.probe.target;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Starts {@link Holder}s and others in JVMs of their own. */
public final class Jvms {

    private static final Path SOURCES = Path.of("src/test/java/dev/headroom/probe/target");

    private Jvms() {}

    /** Starts one and returns when it has said that it is ready. */
    public static Process start(Path home, List<String> jvm, String... arguments) throws IOException {
        return start(Holder.class, home, jvm, arguments);
    }

    /** Starts a program of this folder. */
    public static Process start(Class<?> program, Path home, List<String> jvm, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/java").toString());
        command.add("-XX:ActiveProcessorCount=4"); // the common pool gets three workers
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(jvm);
        command.add(SOURCES.resolve(program.getSimpleName() + ".java").toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String first = process.inputReader().readLine();
        if (first == null || !first.startsWith("port ")) {
            process.destroyForcibly();
            throw new IllegalStateException("the target did not start; it said: " + first);
        }
        return process;
    }

    /** Those of the tests' libraries whose path contains {@code part}. */
    public static String classPath(String part) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.contains(part))
                .collect(Collectors.joining(File.pathSeparator));
    }

    public static Path current() {
        return Path.of(System.getProperty("java.home"));
    }

    /** A JDK 17 of this machine: where {@code -Dheadroom.jdk17} says, or in the usual places. */
    public static Optional<Path> java17() {
        String told = System.getProperty("headroom.jdk17", System.getenv("JAVA_HOME_17_X64"));
        if (told != null) {
            return Optional.of(Path.of(told));
        }
        for (Path folder :
                List.of(Path.of("/usr/lib/jvm"), Path.of(System.getProperty("user.home"), ".sdkman/candidates/java"))) {
            if (Files.isDirectory(folder)) {
                try (DirectoryStream<Path> homes = Files.newDirectoryStream(folder, "*17*")) {
                    for (Path home : homes) {
                        if (Files.isExecutable(home.resolve("bin/javac"))) {
                            return Optional.of(home);
                        }
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return Optional.empty();
    }
}
