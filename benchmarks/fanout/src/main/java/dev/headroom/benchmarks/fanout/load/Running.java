package dev.headroom.benchmarks.fanout.load;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process under test, and what Linux says that it takes. Closing it ends it. */
final class Running implements AutoCloseable {
    /** Of {@code /proc/PID/stat}: USER_HZ, 100 wherever Linux runs on what this is built for. */
    private static final double TICKS_PER_SECOND = 100;

    private final Process process;
    private final int port;
    private final boolean jvm;

    private Running(Process process, int port, boolean jvm) {
        this.process = process;
        this.port = port;
        this.jvm = jvm;
    }

    static Running start(List<String> command, int port, Path log, boolean jvm)
            throws IOException, InterruptedException {
        Files.createDirectories(log.getParent());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        Running running = new Running(process, port, jvm);
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!running.isReady()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                running.close();
                throw new IOException("does not start: " + command + ": " + Files.readString(log));
            }
            Thread.sleep(50);
        }
        return running;
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private boolean isReady() {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) uri("/ready").toURL().openConnection();
            connection.setReadTimeout(5_000);
            boolean ready = connection.getResponseCode() == 200;
            connection.disconnect();
            return ready;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** User and system time since its start, all threads, in seconds. */
    double cpuSeconds() throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(afterName[11]) + Long.parseLong(afterName[12])) / TICKS_PER_SECOND;
    }

    /** What it holds now, after a full collection where it is a JVM. */
    Memory memory() throws IOException, InterruptedException {
        if (!jvm) {
            return new Memory(residentBytes(), 0);
        }
        return new Memory(residentBytes(), live(jcmd("GC.class_histogram")));
    }

    long residentBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            if (line.startsWith("VmRSS:")) {
                return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("no VmRSS of process " + process.pid());
    }

    /** Of the last line, such as {@code Total        123456       87654321}: counted in the collection, with no garbage of after it. */
    private static long live(String histogram) throws IOException {
        var found = java.util.regex.Pattern.compile("Total\\s+\\d+\\s+(\\d+)").matcher(histogram);
        if (!found.find()) {
            throw new IOException("no total in: " + histogram);
        }
        return Long.parseLong(found.group(1));
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        Long.toString(process.pid()),
                        command)
                .redirectErrorStream(true)
                .start();
        String said = new String(jcmd.getInputStream().readAllBytes());
        if (jcmd.waitFor() != 0) {
            throw new IOException(command + ": " + said);
        }
        return said;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    /**
     * @param resident bytes of the machine's memory
     * @param heap bytes of live objects; 0 where it is not a JVM
     */
    record Memory(long resident, long heap) {}
}
