package dev.headroom.load.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.load.k6.K6Command;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {

    @TempDir
    private Path folder;

    @Test
    void alsoADaemonEndsAndNobodyElse() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "600").start();
        try (Child child = start("(setsid sh -c 'echo $$ > started; mv started pid; exec sleep 600' &)")) {
            ProcessHandle daemon = written("pid");
            assertThat(ProcessTree.runs(daemon)).isTrue();
            child.end();

            assertThat(ProcessTree.runs(daemon)).isFalse();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void ofWhatItPrintedTheLastLinesAreKept() throws Exception {
        try (Child child = start("seq 1 100000; echo; echo the end")) {
            while (child.isRunning()) {
                Thread.sleep(5);
            }
            assertThat(child.lastLines("")).isEqualTo("99997\n99998\n99999\n100000\nthe end");
        }
    }

    /** {@code K6_VUS=7} of the shell would be seven users, whatever the script says. */
    @Test
    void whatIsLaidOverAsEmptyIsNotInherited() {
        Map<String, String> environment = new HashMap<>(
                Map.of("K6_VUS", "7", "K6_STAGES", "1m:7", "K6_RPS", "1", "JAVA_TOOL_OPTIONS", "-Xmx1g", "EMPTY", ""));
        Child.inherit(
                environment,
                new K6Command("k6", "script.js", URI.create("http://a"), Path.of("a.csv"), Optional.empty())
                        .environment());
        assertThat(environment).containsOnlyKeys("BASE_URL", "EMPTY", "K6_CSV_TIME_FORMAT", "NO_COLOR");
    }

    private Child start(String line) throws Exception {
        return Child.start(
                new Child.Command(List.of("sh", "-c", line), Map.of(), "", folder, folder.resolve("output.log")));
    }

    private ProcessHandle written(String file) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!Files.exists(folder.resolve(file))) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(5);
        }
        return ProcessHandle.of(
                        Long.parseLong(Files.readString(folder.resolve(file)).strip()))
                .orElseThrow();
    }
}
