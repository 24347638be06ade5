package dev.headroom.load.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A process that puts load, and those that it has started. None outlives it: they end when this is closed, and on Ctrl-C or SIGTERM. What made itself a
 * daemon, away from its parent, is known by its {@link Mark}.
 */
public final class Child implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration ALONE = Duration.ofSeconds(2);

    /** JVM options that were meant for Headroom. */
    public static final Set<String> NOT_INHERITED = Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** Threads of a JVM that work for a while, however little its load takes. */
    private static final List<String> OF_THE_JVM = List.of("C1 ", "C2 ", "G1 ", "GC ", "VM ");

    private static final int LAST_LINES = 5;
    private static final int LAST_BYTES = 2_000;
    private static final double TICKS = 100; // USER_HZ, the same on every Linux

    private final Process process;
    private final ProcessTree tree;
    private final Path output;
    private final Thread hook = new Thread(this::end, "headroom-stop-load-tool");
    private final ProcessorUse used = new ProcessorUse(System.nanoTime());

    private Child(Process process, Mark mark, Path output) {
        this.process = process;
        this.tree = new ProcessTree(process.toHandle(), mark);
        this.output = output;
    }

    /**
     * What is started.
     *
     * @param environment laid over that of Headroom; what is empty is taken out of it
     * @param input what it reads from its standard input
     * @param folder in which it runs
     * @param output file for what it prints
     */
    public record Command(
            List<String> words, Map<String, String> environment, String input, Path folder, Path output) {}

    public static Child start(Command command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command.words())
                .directory(command.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(command.output().toFile());
        inherit(builder.environment(), command.environment());
        Mark mark = Mark.in(builder.environment());
        Process process = builder.start();
        try (OutputStream input = process.getOutputStream()) {
            input.write(command.input().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // it has ended, and says why
        }
        Child child = new Child(process, mark, command.output());
        try {
            Runtime.getRuntime().addShutdownHook(child.hook);
        } catch (IllegalStateException e) { // Headroom ends: nobody else would end it
            child.end();
            throw new IOException("Headroom is being ended", e);
        }
        return child;
    }

    static void inherit(Map<String, String> environment, Map<String, String> laidOver) {
        environment.keySet().removeAll(NOT_INHERITED);
        environment.putAll(laidOver);
        laidOver.forEach((name, value) -> environment.remove(name, ""));
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    /** Exit code of one that has ended. */
    public int exit() {
        return process.exitValue();
    }

    /** What it uses of the processor counts from then on, which may be over: a {@link System#nanoTime}. */
    public void begin(long at) {
        look();
        used.begin(at);
    }

    /** What it uses of the processor counts from now on; it has begun. */
    public void beginAgain() {
        look();
        used.again();
    }

    /** Looks what it uses, and what it has started. Milliseconds. */
    public void look() {
        tree.look();
        ProcessorUse.Look last = used.last();
        Duration cpu = tree.cpu().filter(now -> now.compareTo(last.cpu()) > 0).orElse(last.cpu());
        Map<String, Double> threads = new HashMap<>();
        tree.running().forEach(one -> read(one.pid(), threads));
        used.add(new ProcessorUse.Look(System.nanoTime(), cpu, threads));
    }

    /** Processor time since it began to count, with that of those that it has started. */
    public Duration cpu() {
        return used.cpu();
    }

    /** Processor seconds of the busiest of its threads. */
    public double busiest() {
        return used.busiest();
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

    /**
     * The last lines that it printed, for a message; empty where it printed none.
     *
     * @param intro goes before them
     */
    public String lastLines(String intro) {
        try (RandomAccessFile file = new RandomAccessFile(output.toFile(), "r")) {
            byte[] last = new byte[(int) Math.min(LAST_BYTES, file.length())];
            file.seek(file.length() - last.length);
            file.readFully(last);
            List<String> lines = new String(last, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            return lines.isEmpty()
                    ? ""
                    : intro + String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns when it is gone, and what it has started. */
    public void end() {
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
