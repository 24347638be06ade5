package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code headroom run} is told to end while a load tool runs: by a signal to itself alone, and to its whole group, as a terminal sends it, so that
 * the tool has it, too, and may be content with that (exit code 0). The tool has started one that is deaf to interrupts, and one that has made itself a daemon.
 */
@Tag("nightly")
class InterruptedLoadIT extends AtTheDesk {

    private static final List<String> OWN_GROUP = List.of("setsid", "env", "--default-signal=HUP,INT,TERM");

    @ParameterizedTest
    @CsvSource({
        "INT, false, false, 130",
        "INT, true, false, 130",
        "INT, true, true, 130",
        "TERM, false, false, 143",
        "HUP, true, false, 129"
    })
    void endsTheToolAndAllThatItHasStartedAndKeepsWhatWasFinished(
            String signal, boolean group, boolean content, int code) throws Exception {
        assumeTrue(succeeds(Stream.concat(OWN_GROUP.stream(), Stream.of("true")).toList()), "no setsid or env here");
        Path started = folder.resolve("started");
        Path file = Files.writeString(
                folder.resolve("desk.yaml"), """
                name: desk
                services:
                  deaf: { command: [sh, -c, "trap '' HUP INT TERM; while :; do sleep 1; done"] }
                  desk: { url: "http://127.0.0.1:%d", pid: %s }
                watch: desk
                load: { command: "true" }
                variants:
                  finished: {}
                  endless: { load: { command: [sh, -c, "%ssleep 301 & setsid sleep 302 & sleep 1; echo > '%s'; sleep 303"] } }
                """.formatted(port, pid, content ? "trap 'exit 0' INT; " : "", started));
        Path out = folder.resolve("results");
        Process headroom = headroom("run", file.toString(), "--out", out.toString(), "--no-prove");
        try {
            awaitFile(started, headroom);
            List<ProcessHandle> tool = headroom.descendants().toList();
            assertThat(tool).hasSizeGreaterThanOrEqualTo(4);
            assertThat(succeeds(
                            List.of("kill", "-" + signal, "--", (group ? "-" : "") + Long.toString(headroom.pid()))))
                    .isTrue();

            assertThat(headroom.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(headroom.exitValue()).as(said()).isEqualTo(code);
            assertThat(tool).noneMatch(InterruptedLoadIT::runs);
            assertThat(desk.isAlive()).as("the service, which was there before").isTrue();
            assertThat(out.resolve("desk/latest/finished/run.json")).exists();
            assertThat(out.resolve("desk/latest/endless/run.json")).doesNotExist();
            assertThat(said()).doesNotContain("Exception", "\tat ", "broke off");
            assertThat(said().lines().filter(line -> line.startsWith("headroom: ")))
                    .allMatch("headroom: Headroom is shutting down"::equals);
        } finally {
            headroom.descendants().forEach(ProcessHandle::destroyForcibly);
            headroom.destroyForcibly().waitFor();
        }
    }

    private Process headroom(String... arguments) throws Exception {
        List<String> java = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
        return new ProcessBuilder(Stream.of(OWN_GROUP, java, List.of(arguments))
                        .flatMap(List::stream)
                        .toList())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
    }

    private String said() throws Exception {
        return Files.readString(folder.resolve("said"));
    }

    private void awaitFile(Path file, Process headroom) throws Exception {
        long begin = System.nanoTime();
        while (!Files.exists(file)) {
            assertThat(headroom.isAlive()).as(said()).isTrue();
            assertThat(System.nanoTime() - begin).as(said()).isLessThan(TimeUnit.MINUTES.toNanos(2));
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** One that has ended stays in the table until its parent asks for its exit code. */
    private static boolean runs(ProcessHandle process) {
        try {
            return process.isAlive()
                    && !Files.readString(Path.of("/proc/" + process.pid() + "/stat"))
                            .matches("(?s).*\\) Z .*");
        } catch (IOException e) {
            return process.isAlive();
        }
    }

    private static boolean succeeds(List<String> command) throws Exception {
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    }
}
