package dev.headroom.load;

import java.io.IOException;
import java.nio.file.Path;
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

    private static void fetch() throws IOException, InterruptedException {
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
