package dev.headroom.cases.users;

import static dev.headroom.cases.testing.Lifted.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.downstream.Server;
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
        try (Running service = Start.withDelay(
                "2s",
                VIRTUAL,
                "--fanout.request.limit=2",
                "--fanout.downstreams.metadata.timeout=20s",
                "--lifted.timeout=20s")) {
            var admitted = Lifted.refusesTheThird(
                    service,
                    "/users_lifted/1",
                    () -> service.stats().contains("\"inFlight\":4,"),
                    "/users_lifted/1",
                    "1");
            Lifted.answersThemAndHasRoomAgain(service, admitted, "/users_lifted/1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--fanout.downstreams.metadata.timeout=500ms, --lifted.timeout=1m",
        "--fanout.downstreams.metadata.timeout=1m,    --lifted.timeout=500ms"
    })
    void aHangingDownstreamIsATimeoutAndLeavesNoThreadAndNoCallBehind(String read, String all) throws Exception {
        try (Running service = Start.withDelay("10m", VIRTUAL, read, all, "--fanout.request.limit=1")) {
            for (int i = 0; i < 3; i++) {
                var answer = service.get("/users_lifted/1");
                assertThat(answer.statusCode()).isEqualTo(504);
                assertThat(answer.body()).contains("no answer of another service in time");
            }
            assertThat(Threads.awaitDumpWithout("\"metadata\"")).doesNotContain("\"metadata\"");
            assertThat(service.awaitStats("\"abandoned\":6,")).contains("\"abandoned\":6,", "\"inFlight\":0,");
        }
    }

    @Test
    void aThreadIsSeenWhileItCalls() throws Exception {
        // Holds the test above to its word: the dump does show such threads while there are any
        try (Running service =
                Start.withDelay("2s", VIRTUAL, "--fanout.downstreams.metadata.timeout=20s", "--lifted.timeout=20s")) {
            var answer = service.getAtOnce(1, "/users_lifted/1").getFirst();
            service.awaitStats("\"inFlight\":2,");
            assertThat(Threads.dump()).contains("\"metadata\"");
            assertThat(answer.join().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aFailingDownstreamIsABadGateway() throws Exception {
        try (Running service = Start.over(Server.start("--server.port=0", "--delay=0ms", "--error-rate=1"), VIRTUAL)) {
            assertThat(service.get("/users_lifted/1").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void anUnreachableDownstreamIsABadGateway() throws Exception {
        Server gone = Server.start("--server.port=0");
        gone.close();
        try (Running service = Start.over(gone, VIRTUAL)) {
            assertThat(service.get("/users_lifted/1").statusCode()).isEqualTo(502);
        }
    }
}
