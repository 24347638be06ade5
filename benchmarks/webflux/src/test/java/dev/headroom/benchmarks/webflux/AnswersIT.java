package dev.headroom.benchmarks.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.downstream.Server;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What it answers is what the lifted variants answer. */
@Tag("nightly")
class AnswersIT {

    @Test
    void itDoesTheJobOfEveryCase() throws Exception {
        try (Running peer = Running.withDelay("10ms", "--value.delay=10ms", "--bike.work=10ms")) {
            assertThat(peer.get("/users/2505").body())
                    .matches("\\{\"id\":2505,\"name\":\"\\w+ \\w+\",\"phoneNumber\":\"\\+1-\\d{3}-555-\\d{4}\"}");
            assertThat(peer.get("/data/1,50,92,20").body())
                    .matches("\\{\"statistics\":\\{\"count\":4,\"sum\":163,\"min\":1,\"max\":92,\"average\":40.75},"
                            + "\"spentTime\":\\d+}");
            assertThat(peer.get("/value").body()).isEqualTo("42");
            assertThat(peer.get("/bike").body()).isEqualTo("{\"status\":\"repaired\"}");
            assertThat(peer.get("/compose").body())
                    .matches(
                            "\\{\"status\":\"parallel\",\"profile\":\\{\"id\":1,\"name\":\".+\",\"phoneNumber\":\".+\"},"
                                    + "\"address\":\\{\"id\":1,\"street\":\".+\"}}");
            assertThat(peer.get("/ready").body()).isEqualTo("{\"ready\":true}");
        }
    }

    @Test
    void theCallsOfARequestAreInFlightAtTheSameTime() throws Exception {
        try (Running peer = Running.withDelay("1s")) {
            peer.get("/users/1");
            peer.get("/compose");
            assertThat(peer.awaitStats("\"maxInFlight\":2,")).contains("\"maxInFlight\":2,");

            peer.get("/data/500,500,500,500");
            assertThat(peer.awaitStats("\"maxInFlight\":4,")).contains("\"maxInFlight\":4,");
        }
    }

    @Test
    void connectionsAreKept() throws Exception {
        try (Running peer = Running.withDelay("1ms")) {
            for (int i = 0; i < 20; i++) {
                assertThat(peer.get("/users/1").statusCode()).isEqualTo(200);
            }
            // Two, that of the one who asks for the stats, and any that was asked for before another came back
            Matcher accepted = Pattern.compile("\"accepted\":(\\d+)").matcher(peer.awaitStats("accepted"));
            assertThat(accepted.find()).isTrue();
            assertThat(Integer.parseInt(accepted.group(1))).isBetween(3, 20);
        }
    }

    @Test
    void anUnknownCertificateIsBelievedOnlyWhereThatWasAskedFor() throws Exception {
        try (Running peer = Running.over(
                Server.start("--server.port=0", "--https=true"), "--external.trust-any-certificate=true")) {
            assertThat(peer.get("/data/1,2").statusCode()).isEqualTo(200);
        }
        try (Running peer = Running.over(Server.start("--server.port=0", "--https=true"))) {
            assertThat(peer.get("/data/1,2").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void aRequestKeepsItsIdAndGetsOneWhereItHasNoneOrAnUnsafeOne() throws Exception {
        try (Running peer = Running.withDelay("1ms")) {
            assertThat(peer.get("/users/1", RequestId.HEADER, "case-1")
                            .headers()
                            .firstValue(RequestId.HEADER))
                    .hasValue("case-1");
            assertThat(peer.get("/users/1").headers().firstValue(RequestId.HEADER))
                    .hasValueSatisfying(id -> assertThat(id).matches("[0-9a-f]{8}"));
            assertThat(peer.get("/users/1", RequestId.HEADER, "a [forged] line")
                            .headers()
                            .firstValue(RequestId.HEADER))
                    .hasValueSatisfying(id -> assertThat(id).matches("[0-9a-f]{8}"));
        }
    }
}
