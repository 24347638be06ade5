package dev.headroom.cases.facade;

import static dev.headroom.cases.testing.Lifted.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.downstream.Server;
import dev.headroom.cases.testing.Await;
import dev.headroom.cases.testing.Lifted;
import dev.headroom.cases.testing.Running;
import dev.headroom.cases.testing.Threads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("nightly")
class LiftedIT {
    @Test
    void theRequestBeyondTheBoundIsRefusedAtOnceAndTheOthersAreAnswered() throws Exception {
        try (Running service = Start.with(VIRTUAL, "--fanout.request.limit=2")) {
            var admitted = Lifted.refusesTheThird(
                    service,
                    "/data_lifted/2000,2000",
                    () -> service.stats().contains("\"inFlight\":4,"),
                    "/data_lifted/1",
                    "1");
            Lifted.answersThemAndHasRoomAgain(service, admitted, "/data_lifted/1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--lifted.read-timeout=200ms, --lifted.timeout=1m",
        "--lifted.read-timeout=1m,    --lifted.timeout=200ms"
    })
    void aHangingDownstreamIsATimeoutAndLeavesNoThreadAndNoCallBehind(String read, String all) throws Exception {
        try (Running service = Start.with(VIRTUAL, read, all, "--fanout.request.limit=1")) {
            // Connections first: a handshake under a cold compiler may take longer than the timeout, and is no call yet
            Await.until(() -> service.get("/data_lifted/1,1").statusCode() == 200);
            for (int i = 0; i < 3; i++) {
                var answer = service.get("/data_lifted/600000,600000");
                assertThat(answer.statusCode()).isEqualTo(504);
                assertThat(answer.body()).contains("no answer of another service in time");
            }
            assertThat(Threads.awaitDumpWithout("\"external\"")).doesNotContain("\"external\"");
            assertThat(service.awaitStats("\"inFlight\":0,")).contains("\"inFlight\":0,");
        }
    }

    @Test
    void aThreadIsSeenWhileItCalls() throws Exception {
        // Holds the test above to its word: the dump does show such threads while there are any
        try (Running service = Start.with(VIRTUAL)) {
            var answer = service.getAtOnce(1, "/data_lifted/2000,2000").getFirst();
            service.awaitStats("\"inFlight\":2,");
            assertThat(Threads.dump()).contains("\"external\"");
            assertThat(answer.join().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aRequestMayNotAskForMoreCallsThanItsBound() throws Exception {
        try (Running service = Start.with(VIRTUAL, "--lifted.max-calls=3")) {
            assertThat(service.get("/data_lifted/1,1,1").statusCode()).isEqualTo(200);
            assertThat(service.get("/data_lifted/1,1,1,1").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void aFailingDownstreamIsABadGateway() throws Exception {
        try (Running service = Start.over(Start.downstream("--error-rate=1"), VIRTUAL)) {
            assertThat(service.get("/data_lifted/1").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void anUnreachableDownstreamIsABadGateway() throws Exception {
        Server gone = Start.downstream();
        gone.close();
        try (Running service = Start.over(gone, VIRTUAL)) {
            assertThat(service.get("/data_lifted/1").statusCode()).isEqualTo(502);
        }
    }
}
