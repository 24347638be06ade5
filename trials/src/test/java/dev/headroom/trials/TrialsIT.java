package dev.headroom.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trial as a user runs it, apart from the libraries that the trials themselves need; `headroom trials` runs all. */
class TrialsIT {

    @Test
    void itsVerdictIsTrue(@TempDir Path folder) throws IOException, InterruptedException {
        Path json = folder.resolve("rows.json");
        Path output = folder.resolve("output.txt");
        Process headroom = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dheadroom.home=" + Path.of("..").toRealPath(),
                        "-jar",
                        Path.of("../cli/target/headroom.jar").toRealPath().toString(),
                        "trials",
                        "semaphore",
                        "--out=" + folder,
                        "--json=" + json))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(headroom.waitFor()).as(Files.readString(output)).isZero();
        assertThat(Files.readString(json)).contains("\"trial\" : \"semaphore\"", "\"throughput\"");
    }
}
