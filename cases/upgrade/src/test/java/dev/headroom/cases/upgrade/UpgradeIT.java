package dev.headroom.cases.upgrade;

import static dev.headroom.cases.testing.Lifted.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.downstream.Server;
import dev.headroom.cases.testing.Lifted;
import dev.headroom.cases.testing.Running;
import java.io.DataInputStream;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpgradeIT {
    private static final int JAVA_17 = 61;

    private static Running withDelay(String delay, String... settings) throws Exception {
        Server downstream = Server.start("--server.port=0", "--delay=" + delay);
        return Running.over(downstream, "profiles.url", UpgradeApplication.class, settings);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/customers", "/customers_lifted"})
    void bothAnswerTheSameCustomer(String path) throws Exception {
        try (Running service = withDelay("20ms", VIRTUAL)) {
            var answer = service.get(path + "/2505");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(service.downstream("/profile/2505"));
            assertThat(service.get(path + "/ada").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void onJdk25OneWorkerMakesAllCalls() throws Exception {
        assertThat(ForkJoinPool.getCommonPoolParallelism()).isEqualTo(1);
        try (Running service = withDelay("50ms")) {
            for (var answer : service.getAtOnce(20, "/customers/1")) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
            assertThat(service.stats()).contains("\"maxInFlight\":1,");
        }
    }

    @Test
    @Tag("nightly")
    void withAnExecutorOfTheirOwnTheyAreMadeAtTheSameTime() throws Exception {
        try (Running service =
                withDelay("2s", VIRTUAL, "--lifted.timeout=20s", "--spring.http.clients.read-timeout=20s")) {
            var answers = service.getAtOnce(50, "/customers_lifted/1");
            assertThat(service.awaitStats("\"inFlight\":50,")).contains("\"maxInFlight\":50,");
            for (var answer : answers) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    @Tag("nightly")
    void theCallBeyondTheBoundIsRefusedAtOnceAndTheOthersAreAnswered() throws Exception {
        try (Running service = withDelay(
                "2s",
                VIRTUAL,
                "--spring.task.execution.simple.concurrency-limit=2",
                "--lifted.timeout=20s",
                "--spring.http.clients.read-timeout=20s")) {
            var admitted = Lifted.refusesTheThird(
                    service,
                    "/customers_lifted/1",
                    () -> service.stats().contains("\"inFlight\":2,"),
                    "/customers_lifted/1",
                    "1");
            Lifted.answersThemAndHasRoomAgain(service, admitted, "/customers_lifted/1");
        }
    }

    @Test
    void aHangingDownstreamIsATimeout() throws Exception {
        try (Running service = withDelay("10m", VIRTUAL, "--lifted.timeout=100ms")) {
            assertThat(service.get("/customers_lifted/1").statusCode()).isEqualTo(504);
        }
    }

    @Test
    void theOldestOfTheJdksCanRunIt() throws Exception {
        try (var code = new DataInputStream(
                Objects.requireNonNull(UpgradeApplication.class.getResourceAsStream("UpgradeApplication.class")))) {
            code.skipNBytes(6);
            assertThat(code.readUnsignedShort()).isEqualTo(JAVA_17);
        }
    }
}
