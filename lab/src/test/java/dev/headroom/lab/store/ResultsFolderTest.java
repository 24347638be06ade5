package dev.headroom.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFolderTest {

    private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 10, 0, 5);

    @TempDir
    Path out;

    @Test
    void twoExecutionsInOneSecondDoNotShareAFolderAndLatestIsTheSecond() throws IOException {
        Path first = ResultsFolder.create(out, "users", NOW).path();
        Path second = ResultsFolder.create(out, "users", NOW).path();

        assertThat(first).isEqualTo(out.resolve("users/2026-11-21T10-00-05"));
        assertThat(second).isEqualTo(out.resolve("users/2026-11-21T10-00-05-2"));
        assertThat(out.resolve("users/latest").toRealPath()).isEqualTo(second.toRealPath());
    }

    @Test
    void onlyRunsThatWereCompletedCountAsDone() throws IOException {
        ResultsFolder results = ResultsFolder.create(out, "users", NOW);
        RunFile.write(Runs.full("good"), results.start("good"));
        RunFile.write(Runs.broken("bad"), results.start("bad"));
        Files.writeString(results.start("interrupted").resolve("users.log"), "half");

        assertThat(results.completed("good")).contains(Runs.full("good"));
        assertThat(results.completed("bad")).isEmpty();
        assertThat(results.completed("interrupted")).isEmpty();
        assertThat(results.completed("never")).isEmpty();
    }

    @Test
    void aVariantStartsWithAnEmptyFolder() throws IOException {
        ResultsFolder results = ResultsFolder.create(out, "users", NOW);
        Files.writeString(results.start("a").resolve("users.log"), "half");

        assertThat(results.start("a")).isEmptyDirectory();
    }
}
