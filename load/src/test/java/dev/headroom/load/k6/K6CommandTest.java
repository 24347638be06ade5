package dev.headroom.load.k6;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class K6CommandTest {

    private static final URI TARGET = URI.create("http://127.0.0.1:8080");

    @TempDir
    private Path folder;

    @Test
    void aRunTellsNobodyAndJudgesNothing() {
        K6Command command = new K6Command("/usr/bin/k6", "script.js", TARGET, Path.of("/r/a.csv"), Optional.empty());
        assertThat(String.join(" ", command.words()))
                .isEqualTo("/usr/bin/k6 run --quiet --no-thresholds --summary-mode=disabled --no-usage-report"
                        + " --system-tags=error,error_code,expected_response,group,name,status,check,scenario"
                        + " --out csv=/r/a.csv --env BASE_URL=http://127.0.0.1:8080 --address= script.js");
        assertThat(command.environment()).containsEntry("K6_CSV_TIME_FORMAT", "unix_micro");
    }

    @Test
    void aShardHasItsPartAndWaits() {
        K6Command command = new K6Command(
                "k6", "script.js", TARGET, Path.of("a.csv"), Optional.of(new K6Command.Shard(2, 4, "127.0.0.1:7001")));
        assertThat(command.words())
                .contains(
                        "--execution-segment=1/4:2/4",
                        "--execution-segment-sequence=0,1/4,2/4,3/4,1",
                        "--address=127.0.0.1:7001",
                        "--paused",
                        "instance_id=2")
                .doesNotContain("--address=");
        assertThat(new K6Command.Shard(1, 4, "").segment()).isEqualTo("0:1/4");
        assertThat(new K6Command.Shard(4, 4, "").segment()).isEqualTo("3/4:1");
    }

    @Test
    void iterationsAreDealtOutInTurn() {
        assertThat(FakeK6.share(1, 4, 10)).isEqualTo(3);
        assertThat(FakeK6.share(2, 4, 10)).isEqualTo(3);
        assertThat(FakeK6.share(3, 4, 10)).isEqualTo(2);
        assertThat(FakeK6.share(4, 4, 3)).isZero();
    }

    @Test
    void whereThereIsNoneTheMessageSaysHowToGetIt() {
        assertThatThrownBy(() -> K6Program.find(Optional.empty(), folder.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no k6 on the path")
                .hasMessageContaining("install-k6")
                .hasMessageContaining("HEADROOM_K6");
        assertThatThrownBy(() -> K6Program.find(Optional.of("/nowhere/k6"), "")).hasMessageContaining("/nowhere/k6");
    }

    @Test
    void itsVersionIsAskedFor() throws Exception {
        assertThat(K6Program.version(program("echo 'k6 v2.2.0 (commit/87883075c, go1.25, linux/amd64)'")))
                .isEqualTo("2.2.0");
        assertThat(K6Program.find(Optional.empty(), "/nowhere:" + folder))
                .isEqualTo(folder.resolve("k6").toString());
        String old = program("echo 'k6 v1.2.3 (go1.22)'");
        assertThatThrownBy(() -> K6Program.version(old))
                .hasMessageContaining("is version 1.2.3; Headroom needs 1.3 or later");
        String other = program("echo usage: k6; exit 1");
        assertThatThrownBy(() -> K6Program.version(other))
                .hasMessageContaining("is no k6")
                .hasMessageContaining("usage: k6");
    }

    @Test
    void itsExitCodesAreToldInWords() {
        assertThat(K6Exit.why(0)).isEmpty();
        assertThat(K6Exit.why(99)).isEmpty();
        assertThat(K6Exit.why(104)).hasValueSatisfying(why -> assertThat(why).contains("options"));
        assertThat(K6Exit.why(105)).hasValueSatisfying(why -> assertThat(why).contains("signal"));
        assertThat(K6Exit.why(107)).hasValueSatisfying(why -> assertThat(why).contains("exception"));
        assertThat(K6Exit.why(137)).contains("it was killed by signal 9");
        assertThat(K6Exit.why(42)).contains("it ended with exit code 42");
    }

    private String program(String does) throws IOException {
        Path file = folder.resolve("k6");
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(file, "#!/bin/sh\n" + does + "\n");
        return file.toString();
    }
}
