package dev.headroom.cli.safety;

import dev.headroom.cli.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tool in a process of its own, as a user runs it: its files are in a folder that is looked at afterwards. */
final class Headroom implements AutoCloseable {

    /** As the launcher has them. */
    private static final List<String> FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx1g", "--enable-native-access=ALL-UNNAMED");

    private final Path folder;
    private final Process process;
    private final boolean inTerminal;

    private Headroom(Path folder, Process process, boolean inTerminal) {
        this.folder = folder;
        this.process = process;
        this.inTerminal = inTerminal;
    }

    static Headroom start(Path folder, Way way, long pid, String... prefix) throws IOException {
        return start(folder, way.needsTerminal(), way.arguments(pid), prefix);
    }

    /** @param prefix of the command, as {@code nice} */
    static Headroom start(Path folder, boolean inTerminal, List<String> arguments, String... prefix)
            throws IOException {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        List<String> command = new ArrayList<>(List.of(prefix));
        // what a script starts in the background ignores SIGINT, and so would all that it starts
        command.addAll(List.of("env", "--default-signal=INT"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.add("-Djava.io.tmpdir=" + temporary);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(arguments);
        if (inTerminal) {
            String line = command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
            command = List.of("script", "-qec", "exec " + line, "/dev/null");
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().put("TERM", "xterm");
        return new Headroom(folder, builder.start(), inTerminal);
    }

    /** Its own, not that of the terminal which it runs in. */
    long pid() {
        return inTerminal
                ? process.descendants().map(ProcessHandle::pid).findFirst().orElse(process.pid())
                : process.pid();
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
        if (name.equals("KILL")) { // its terminal stops with it, and would stay so
            new ProcessBuilder("kill", "-CONT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean ends(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    int code() {
        return process.exitValue();
    }

    String said() throws IOException {
        return new String(Files.readAllBytes(folder.resolve("said")), StandardCharsets.UTF_8);
    }

    /** Names of what it left in its temporary folder, without the JVM's own. */
    List<String> left() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("tmp"))) {
            return files.skip(1)
                    .map(file -> folder.resolve("tmp").relativize(file).toString())
                    .filter(name -> !name.startsWith("hsperfdata"))
                    .sorted()
                    .toList();
        }
    }

    /** What is there still when all that takes its time is over. */
    List<String> leftForGood(long seconds) throws IOException, InterruptedException {
        Wait.within(seconds, () -> left().isEmpty());
        return left();
    }

    @Override
    public void close() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }
}
