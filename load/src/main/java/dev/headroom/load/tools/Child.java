package dev.headroom.load.tools;

import dev.headroom.load.process.ProcessTree;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The process of a tool, and those that it has started. None outlives it: they end when this is closed, and on Ctrl-C or SIGTERM. */
final class Child implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration ALONE = Duration.ofSeconds(2);

    /** JVM options that were meant for Headroom. */
    private static final Set<String> NOT_INHERITED = Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** Threads of a JVM that work for a while, however little its load takes. */
    private static final List<String> OF_THE_JVM = List.of("C1 ", "C2 ", "G1 ", "GC ", "VM ");

    private static final int LAST_LINES = 5;
    private static final double TICKS = 100; // USER_HZ, the same on every Linux

    private final Process process;
    private final ProcessTree tree;
    private final Path output;
    private final Thread hook = new Thread(this::end, "headroom-stop-load-tool");
    /** A tool that tells late of its first request is looked at from its start on. */
    private final List<Look> looks = new ArrayList<>(List.of(new Look(System.nanoTime(), Duration.ZERO, Map.of())));

    private Look before = looks.getFirst();

    /**
     * What it had used by then.
     *
     * @param threads seconds of each
     */
    private record Look(long at, Duration cpu, Map<String, Double> threads) {}

    private Child(Process process, Path output) {
        this.process = process;
        this.tree = new ProcessTree(process.toHandle());
        this.output = output;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * @param folder in which it runs
     * @param output file for what it prints
     */
    static Child start(Launch launch, Path folder, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(launch.command())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeAll(NOT_INHERITED);
        builder.environment().putAll(launch.environment());
        Process process = builder.start();
        try (OutputStream input = process.getOutputStream()) {
            input.write(launch.input().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // it has ended, and says why
        }
        return new Child(process, output);
    }

    boolean isRunning() {
        return process.isAlive();
    }

    int exit() {
        return process.exitValue();
    }

    /** What it uses of the processor counts from then on, which may be over: a {@link System#nanoTime}. */
    void begin(long at) {
        look();
        before = looks.stream()
                .filter(look -> look.at() <= at)
                .reduce((one, next) -> next)
                .orElse(looks.getFirst());
    }

    /** Looks what it uses, and what it has started. Milliseconds. */
    void look() {
        tree.look();
        Look last = looks.getLast();
        Duration cpu = tree.cpu().filter(now -> now.compareTo(last.cpu()) > 0).orElse(last.cpu());
        Map<String, Double> threads = new HashMap<>();
        tree.running().forEach(one -> read(one.pid(), threads));
        looks.add(new Look(System.nanoTime(), cpu, threads.isEmpty() ? last.threads() : threads));
    }

    Duration cpu() {
        return looks.getLast().cpu().minus(before.cpu());
    }

    /** Processor seconds of the busiest of its threads. */
    double busiest() {
        return looks.getLast().threads().entrySet().stream()
                .mapToDouble(thread -> thread.getValue() - before.threads().getOrDefault(thread.getKey(), 0.0))
                .max()
                .orElse(0);
    }

    private static void read(long pid, Map<String, Double> into) {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path task : tasks) {
                String stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
                String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                if (OF_THE_JVM.stream().noneMatch(name::startsWith)) {
                    into.put(
                            task.getFileName().toString(),
                            (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS);
                }
            }
        } catch (IOException e) {
            // it has ended, or a thread of it
        }
    }

    /** The last lines that it printed, for a message. */
    String lastLines() {
        try {
            List<String> lines = Files.readAllLines(output, StandardCharsets.ISO_8859_1).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns when it is gone, and what it has started. */
    void end() {
        tree.end(process, ALONE, PATIENCE);
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down, and runs the hook: it finds nothing more to end
        }
    }
}
