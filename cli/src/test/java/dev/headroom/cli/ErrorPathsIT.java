package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.cli.exit.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What can go wrong around a diagnosis: one clear line, the right code, no stack trace, nothing left. */
class ErrorPathsIT extends AtTheDesk {

    private static final Path FULL = Path.of("/dev/full");

    private record Ended(int code, String err) {}

    private static Ended headroom(String... arguments) {
        StringWriter err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Ended(code, err.toString());
    }

    private static void saysOnce(Ended ended, ExitCode code, String... texts) {
        assertThat(ended.code()).as(ended.err()).isEqualTo(code.code());
        assertThat(ended.err()).startsWith("headroom: ").doesNotContain("Exception", "\tat ");
        assertThat(List.of(texts)).allSatisfy(text -> assertThat(ended.err()).contains(text));
        assertThat(ended.err().lines().filter(line -> line.startsWith("headroom: ")))
                .hasSize(1);
    }

    private Process child(ProcessBuilder.Redirect out, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectOutput(out)
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    private Ended ended(Process child) throws Exception {
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(child.exitValue(), Files.readString(folder.resolve("err")));
    }

    @Test
    void aFullDiskUnderStandardOutputIsNotTakenForDone() throws Exception {
        assumeTrue(Files.exists(FULL), "there is no " + FULL);
        saysOnce(
                ended(child(ProcessBuilder.Redirect.to(FULL.toFile()), "--help")),
                ExitCode.FAILED,
                "standard output cannot be written",
                "free some space, or send it elsewhere");
    }

    @Test
    void aReaderThatWantsNoMoreIsNoFailure() throws Exception {
        Process child = child(ProcessBuilder.Redirect.PIPE, "--help");
        child.getInputStream().close();
        assertThat(ended(child)).isEqualTo(new Ended(ExitCode.DONE.code(), ""));
    }

    @Test
    void aPageThatCannotBeWrittenIsToldBeforeTheServiceIsWatched() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        String page = file.resolve("page.html").toString();

        saysOnce(
                headroom("diagnose", pid, "--for", "60m", "--html", page),
                ExitCode.FAILED,
                "cannot write " + page,
                file + " exists already and is not a directory",
                "name a file elsewhere");
        saysOnce(
                headroom("diagnose", pid, "--for", "60m", "--md", folder.toString()),
                ExitCode.BAD_INPUT,
                folder + " is a folder; expected the name of a file to write");
        assertThat(attachSocket()).doesNotExist();
    }

    @Test
    @Tag("nightly")
    void whatIsNoRegularFileIsWrittenToAndStaysWhatItIs() throws Exception {
        assumeTrue(Files.exists(FULL), "there is no " + FULL);
        Path device = Files.createSymbolicLink(folder.resolve("page.html"), FULL);

        saysOnce(
                headroom("diagnose", pid, "--for", "1s", "--html", device.toString()),
                ExitCode.FAILED,
                "cannot write " + device,
                "free some space, or name a file elsewhere");
        assertThat(device).isSymbolicLink();
        try (var left = Files.list(folder)) {
            assertThat(left).noneMatch(one -> one.toString().endsWith(".part"));
        }
    }

    @Test
    void aServiceThatIsNotThereIsBadInputAndOneThatDiesIsNot() throws Exception {
        CompletableFuture<Ended> diagnosis =
                CompletableFuture.supplyAsync(() -> headroom("diagnose", pid, "--for", "60m"));
        while (!Files.exists(attachSocket()) && !diagnosis.isDone()) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        desk.destroyForcibly().waitFor();
        saysOnce(diagnosis.get(60, TimeUnit.SECONDS), ExitCode.FAILED);

        saysOnce(headroom("diagnose", pid), ExitCode.BAD_INPUT, "there is no process " + pid);
        saysOnce(headroom("diagnose", ":" + port), ExitCode.BAD_INPUT, "no JVM listens on port " + port);
    }
}
