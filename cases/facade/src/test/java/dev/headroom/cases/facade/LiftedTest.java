package dev.headroom.cases.facade;

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
        try (Running service = Running.with(VIRTUAL, "--lifted.max-in-flight=2")) {
            var admitted = service.getAtOnce(2, "/data_lifted/2000,2000");
            assertThat(service.awaitStats("\"inFlight\":4,")).contains("\"inFlight\":4,");

            var refused = service.get("/data_lifted/1");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(admitted).noneMatch(answer -> answer.isDone());
            assertThat(service.get("/ready").statusCode()).isEqualTo(200);

            for (var answer : admitted) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
            assertThat(service.get("/data_lifted/1").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--lifted.read-timeout=200ms, --lifted.timeout=1m",
        "--lifted.read-timeout=1m,    --lifted.timeout=200ms"
    })
    void aHangingDownstreamIsATimeoutAndLeavesNoThreadAndNoCallBehind(String read, String all) throws Exception {
        try (Running service = Running.with(VIRTUAL, read, all, "--lifted.max-in-flight=1")) {
            // Connections first: a handshake under a cold compiler may take longer than the timeout, and is no call yet
            Running.await(() -> service.get("/data_lifted/1,1").statusCode() == 200);
            for (int i = 0; i < 3; i++) {
                var answer = service.get("/data_lifted/600000,600000");
                assertThat(answer.statusCode()).isEqualTo(504);
                assertThat(answer.body()).contains("the external service took too long");
            }
            Running.await(() -> !threads().contains("\"call-"));
            assertThat(threads()).doesNotContain("\"call-");
            assertThat(service.awaitStats("\"inFlight\":0,")).contains("\"inFlight\":0,");
        }
    }

    @Test
    void aThreadIsSeenWhileItCalls() throws Exception {
        // Holds the test above to its word: the dump does show such threads while there are any
        try (Running service = Running.with(VIRTUAL)) {
            var answer = service.getAtOnce(1, "/data_lifted/2000,2000").getFirst();
            service.awaitStats("\"inFlight\":2,");
            assertThat(threads()).contains("\"call-1\"", "\"call-2\"");
            assertThat(answer.join().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aRequestMayNotAskForMoreCallsThanItsBound() throws Exception {
        try (Running service = Running.with(VIRTUAL, "--lifted.max-calls=3")) {
            assertThat(service.get("/data_lifted/1,1,1").statusCode()).isEqualTo(200);
            assertThat(service.get("/data_lifted/1,1,1,1").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void aFailingDownstreamIsABadGateway() throws Exception {
        try (Running service = Running.over(Running.downstream("--error-rate=1"), VIRTUAL)) {
            assertThat(service.get("/data_lifted/1").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void anUnreachableDownstreamIsABadGateway() throws Exception {
        Server gone = Running.downstream();
        gone.close();
        try (Running service = Running.over(gone, VIRTUAL)) {
            assertThat(service.get("/data_lifted/1").statusCode()).isEqualTo(502);
        }
    }

    private String threads() throws IOException {
        Path dump = folder.resolve("threads-" + dumps++ + ".json");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), ThreadDumpFormat.JSON);
        return Files.readString(dump);
    }
}
