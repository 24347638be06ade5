package dev.headroom.load;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** JMeter and Gatling themselves, as Maven brings them. */
final class RealTools {

    private static final Path FOLDER =
            Path.of("..", "benchmarks", "load", "tools").toAbsolutePath().normalize();

    private RealTools() {}

    static Path jmeter() throws IOException, InterruptedException {
        fetch();
        return FOLDER.resolve("target/jmeter");
    }

    static Path gatling() throws IOException, InterruptedException {
        fetch();
        return FOLDER.resolve("target/gatling");
    }

    /** By one of the JVMs that run tests at a time. */
    private static void fetch() throws IOException, InterruptedException {
        Path lock = Files.createDirectories(FOLDER.resolve("target")).resolve("fetch.lock");
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = file.lock()) {
            fetchAlone();
        }
    }

    private static void fetchAlone() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(FOLDER.resolve("fetch.sh").toString()).inheritIO();
        builder.environment()
                .put("PATH", Path.of(System.getProperty("java.home"), "bin") + ":" + System.getenv("PATH"));
        Process fetching = builder.start();
        if (!fetching.waitFor(10, TimeUnit.MINUTES) || fetching.exitValue() != 0) {
            fetching.destroyForcibly();
            throw new IOException(FOLDER + "/fetch.sh did not bring JMeter and Gatling");
        }
    }
}
