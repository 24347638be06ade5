package dev.headroom.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trial as a user runs it, apart from the libraries that the trials themselves need; `headroom trials` runs all. */
@Tag("nightly")
class TrialsIT {

    @Test
    void itsVerdictIsTrue(@TempDir Path folder) throws IOException, InterruptedException {
        assertThat(trials(folder, "semaphore")).contains("\"trial\" : \"semaphore\"", "\"throughput\"");
    }

    @Test
    void withoutTheCatalogueWhatTheStacksTellIsNamed(@TempDir Path folder) throws IOException, InterruptedException {
        assertThat(trials(folder, "executor", "--no-catalogue")).contains("\"trial\" : \"executor\"", "\"throughput\"");
    }

    /** The first of this seed is known by a law, and is swept as well. */
    @Test
    @Tag("nightly")
    void aDrawnServiceIsBuiltAndSweptBesideItsLaw(@TempDir Path folder) throws IOException, InterruptedException {
        assertThat(trials(folder, "--generated=1", "--seed=40", "--quick", "--check=1", "--truth-only"))
                .contains("\"truthBy\" : \"construction\"", "\"swept\"");
    }

    /** @return the rows that it writes */
    private static String trials(Path folder, String... arguments) throws IOException, InterruptedException {
        Path json = folder.resolve("rows.json");
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dheadroom.home=" + Path.of("..").toRealPath(),
                "-jar",
                Path.of("../cli/target/headroom.jar").toRealPath().toString(),
                "trials",
                "--out=" + folder,
                "--json=" + json));
        command.addAll(List.of(arguments));
        Process headroom = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(headroom.waitFor()).as(Files.readString(output)).isZero();
        return Files.readString(json);
    }
}
