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
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        return start(List.of(), program, home, jvm, arguments);
    }

    /** @param prefix of the command */
    static Process start(List<String> prefix, Class<?> program, Path home, List<String> jvm, String... arguments)
            throws IOException {
        List<String> all = new ArrayList<>(jvm);
        Path source = source(program);
        if (Files.exists(home.resolve("bin/javac"))) {
            all.add(source.toString());
        } else {
            all.addAll(List.of("-cp", compiled(source, Path.of("target/jvms")).toString(), program.getName()));
        }
        return start(prefix, home, all, arguments);
    }

    /** @param jvm its options and what it runs */
    static Process start(List<String> prefix, Path home, List<String> jvm, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(home.resolve("bin/java").toString());
        command.add("-XX:ActiveProcessorCount=4"); // the common pool gets three workers
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(jvm);
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

    private static Path source(Class<?> program) {
        return SOURCES.resolve(program.getSimpleName() + ".java");
    }

    /** Into that folder: for a JDK that cannot compile it, or a user who cannot read the source. */
    static Path compiled(Class<?> program, Path folder) {
        return compiled(source(program), folder);
    }

    private static Path compiled(Path source, Path folder) {
        int code = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "--release", "17", "-d", folder.toString(), source.toString());
        if (code != 0) {
            throw new IllegalStateException(source + " does not compile");
        }
        return folder;
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

    /** This JDK; with {@code -Pnightly} all of {@link #every()}. */
    public static Stream<Path> homes() {
        return System.getProperty("headroom.jdks", "").equals("all") ? every() : Stream.of(current());
    }

    /** JDKs of this machine: this one, and of 17 and 21 the first that is found in the usual places or where {@code HEADROOM_JDKS} says. */
    public static Stream<Path> every() {
        return Stream.concat(Stream.of(current()), Stream.of("17", "21").flatMap(version -> find(version).stream()));
    }

    private static Optional<Path> find(String version) {
        String told = System.getenv("HEADROOM_JDKS");
        return Stream.of(
                        told == null ? "" : told,
                        "/usr/lib/jvm",
                        System.getProperty("user.home") + "/.sdkman/candidates/java")
                .map(Path::of)
                .filter(folder -> !folder.toString().isEmpty() && Files.isDirectory(folder))
                .flatMap(folder -> homes(folder, "*" + version + "*"))
                .findFirst();
    }

    private static Stream<Path> homes(Path folder, String name) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> homes = Files.newDirectoryStream(folder, name)) {
            for (Path home : homes) {
                if (Files.isExecutable(home.resolve("bin/java")) && Files.exists(home.resolve("lib/modules"))) {
                    found.add(home);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.stream();
    }
}
