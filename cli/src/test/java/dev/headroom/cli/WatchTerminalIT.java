package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.cli.exit.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code watch} does before it has the terminal to itself. */
@Tag("alone")
class WatchTerminalIT extends AtTheDesk {

    private static final String SECOND_SCREEN = "\033[?1049h";

    /** Between two presses of a key. */
    private static final long AGAIN_MILLIS = 200;

    private Process watch;

    /** As a JVM older than JDK 23. */
    @Override
    @BeforeEach
    void open() throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "script"))),
                "script(1) has terminals");
        open(
                Desk.class,
                List.of("-XX:+UnlockExperimentalVMOptions", "-XX:-AlwaysRecordEvolDependencies"),
                Integer.toString(WORKERS),
                Integer.toString(forms()));
    }

    @AfterEach
    void leave() throws InterruptedException {
        if (watch != null) {
            watch.destroyForcibly().waitFor();
        }
    }

    private void watch(String terminal, String way) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                "script",
                "-qefc",
                "exec " + java + " -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED " + Main.class.getName()
                        + " watch " + pid + " --by " + way,
                "/dev/null");
        builder.environment().put("TERM", terminal);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        watch = builder.redirectErrorStream(true).start();
    }

    /** What the terminal shows until there is such a text, or the command has ended. */
    private String shown(String until) throws IOException {
        StringBuilder shown = new StringBuilder();
        InputStream terminal = watch.getInputStream();
        byte[] some = new byte[4096];
        for (int read = terminal.read(some); read >= 0; read = terminal.read(some)) {
            shown.append(new String(some, 0, read, StandardCharsets.UTF_8));
            if (shown.indexOf(until) >= 0) {
                break;
            }
        }
        return shown.toString();
    }

    @Test
    void aTerminalThatCannotBeDrawnOnIsToldBeforeTheJvmIsTouched() throws Exception {
        watch("dumb", "agent");

        assertThat(shown("TERM")).contains("watch cannot draw on a terminal of type dumb");
        watch.getInputStream().readAllBytes();
        assertThat(watch.waitFor()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(attachSocket()).doesNotExist();
    }

    @Test
    void whatTheFirstChangeOfAClassCostsIsToldBeforeTheSecondScreen() throws Exception {
        watch("xterm", "jfr");

        String shown = shown(SECOND_SCREEN);

        assertThat(shown)
                .containsSubsequence(
                        "the first change of a class makes this JVM throw its compiled code", SECOND_SCREEN);
        CompletableFuture<byte[]> rest = CompletableFuture.supplyAsync(this::rest);
        while (!watch.waitFor(AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
            press('q'); // again and again: what is typed before the first picture is forgotten
        }
        rest.join();
        assertThat(watch.exitValue()).isZero();
    }

    private byte[] rest() {
        try {
            return watch.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void press(char key) {
        try {
            watch.getOutputStream().write(key);
            watch.getOutputStream().flush();
        } catch (IOException e) {
            // it has ended meanwhile
        }
    }
}
