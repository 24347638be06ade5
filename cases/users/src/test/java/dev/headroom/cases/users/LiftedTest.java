package dev.headroom.cases.users;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.headroom.cases.downstream.Server;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiftedTest {
    private static final String VIRTUAL = "--spring.threads.virtual.enabled=true";

    @TempDir
    private Path folder;

    private int dumps;

    @Test
    void theRequestBeyondTheBoundIsRefusedAtOnceAndTheOthersAreAnswered() throws Exception {
        try (Running service = Running.withDelay(
                "2s", VIRTUAL, "--lifted.max-in-flight=2", "--lifted.read-timeout=20s", "--lifted.timeout=20s")) {
            var admitted = service.getAtOnce(2, "/users_lifted/1");
            assertThat(service.awaitStats("\"inFlight\":4,")).contains("\"inFlight\":4,");

            var refused = service.get("/users_lifted/1");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(admitted).noneMatch(answer -> answer.isDone());
            assertThat(service.get("/ready").statusCode()).isEqualTo(200);

            for (var answer : admitted) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
            assertThat(service.get("/users_lifted/1").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--lifted.read-timeout=100ms, --lifted.timeout=1m",
        "--lifted.read-timeout=1m,    --lifted.timeout=100ms"
    })
    void aHangingDownstreamIsATimeoutAndLeavesNoThreadAndNoCallBehind(String read, String all) throws Exception {
        try (Running service = Running.withDelay("10m", VIRTUAL, read, all, "--lifted.max-in-flight=1")) {
            for (int i = 0; i < 3; i++) {
                var answer = service.get("/users_lifted/1");
                assertThat(answer.statusCode()).isEqualTo(504);
                assertThat(answer.body()).contains("metadata took too long");
            }
            Running.await(() -> !threads().contains("\"call-"));
            assertThat(threads()).doesNotContain("\"call-");
            assertThat(service.awaitStats("\"abandoned\":6,")).contains("\"abandoned\":6,", "\"inFlight\":0,");
        }
    }

    @Test
    void aThreadIsSeenWhileItCalls() throws Exception {
        // Holds the test above to its word: the dump does show such threads while there are any
        try (Running service = Running.withDelay("2s", VIRTUAL, "--lifted.read-timeout=20s", "--lifted.timeout=20s")) {
            var answer = service.getAtOnce(1, "/users_lifted/1").getFirst();
            service.awaitStats("\"inFlight\":2,");
            assertThat(threads()).contains("\"call-1\"", "\"call-2\"");
            assertThat(answer.join().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aFailingDownstreamIsABadGateway() throws Exception {
        try (Running service =
                Running.over(Server.start("--server.port=0", "--delay=0ms", "--error-rate=1"), VIRTUAL)) {
            assertThat(service.get("/users_lifted/1").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void anUnreachableDownstreamIsABadGateway() throws Exception {
        Server gone = Server.start("--server.port=0");
        gone.close();
        try (Running service = Running.over(gone, VIRTUAL)) {
            assertThat(service.get("/users_lifted/1").statusCode()).isEqualTo(502);
        }
    }

    private String threads() throws IOException {
        Path dump = folder.resolve("threads-" + dumps++ + ".json");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), ThreadDumpFormat.JSON);
        return Files.readString(dump);
    }
}
