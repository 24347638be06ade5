package dev.headroom.benchmarks.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.downstream.Server;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("nightly")
class BoundsIT {

    @Test
    void theRequestBeyondTheBoundIsRefusedAtOnceAndTheOthersAreAnswered() throws Exception {
        try (Running peer = Running.withDelay("2s", "--peer.max-in-flight=2")) {
            var admitted = peer.getAtOnce(2, "/users/1");
            assertThat(peer.awaitStats("\"inFlight\":4,")).contains("\"inFlight\":4,");

            var refused = peer.get("/users/1");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(admitted).noneMatch(answer -> answer.isDone());
            assertThat(peer.get("/ready").statusCode()).isEqualTo(200);

            for (var answer : admitted) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
            assertThat(peer.get("/users/1").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--peer.response-timeout=100ms, --peer.timeout=1m,    /users/1",
        "--peer.response-timeout=1m,    --peer.timeout=100ms, /users/1",
        "--peer.response-timeout=100ms, --peer.timeout=1m,    /bike/hanging",
        "--peer.response-timeout=1m,    --peer.timeout=100ms, /bike/hanging"
    })
    void aHangingDownstreamIsATimeoutAndLeavesNoCallBehind(String response, String all, String path) throws Exception {
        try (Running peer = Running.withDelay("10m", response, all, "--peer.max-in-flight=1")) {
            for (int i = 0; i < 3; i++) {
                assertThat(peer.get(path).statusCode()).isEqualTo(504);
                // the answer may come before its call is over, and one call is let in at a time
                assertThat(peer.awaitStats("\"inFlight\":0,")).contains("\"inFlight\":0,");
            }
        }
    }

    @Test
    void aFailingOrUnreachableDownstreamIsABadGateway() throws Exception {
        try (Running peer = Running.over(Server.start("--server.port=0", "--delay=0ms", "--error-rate=1"))) {
            assertThat(peer.get("/users/1").statusCode()).isEqualTo(502);
        }
        Server gone = Server.start("--server.port=0");
        gone.close();
        try (Running peer = Running.over(gone)) {
            assertThat(peer.get("/users/1").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void aPartThatCannotBeHadIsEmpty() throws Exception {
        String empty = "{\"status\":\"parallel\",\"profile\":{},\"address\":{}}";
        try (Running peer = Running.over(Server.start("--server.port=0", "--delay=0ms", "--error-rate=1"))) {
            assertThat(peer.get("/compose").body()).isEqualTo(empty);
        }
        try (Running peer = Running.withDelay("10m", "--peer.timeout=100ms")) {
            assertThat(peer.get("/compose").body()).isEqualTo(empty);
        }
    }

    @Test
    void aRequestMayNotAskForAnyNumberOfCalls() throws Exception {
        try (Running peer = Running.withDelay("1ms", "--peer.max-calls=3")) {
            assertThat(peer.get("/data/1,2,3").statusCode()).isEqualTo(200);
            assertThat(peer.get("/data/1,2,3,4").statusCode()).isEqualTo(400);
        }
    }
}
