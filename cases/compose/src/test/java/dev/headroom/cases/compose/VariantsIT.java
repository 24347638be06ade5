package dev.headroom.cases.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.downstream.Server;
import dev.headroom.cases.testing.Running;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantsIT {

    @ParameterizedTest
    @CsvSource({
        "/compose/sequence, 0,    sequence, 1",
        "/compose/parallel, 0,    parallel, 2",
        "/compose/parallel, 1024, parallel, 2",
        "/compose/lifted,   0,    parallel, 2"
    })
    void everyVariantAnswersWithBothParts(String path, int threads, String status, int together) throws Exception {
        try (Running service = Start.withDelay("1s", "--compose.threads=" + threads)) {
            var answer = service.get(path + "?id=2505");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(service.stats())
                    .contains("\"/address/{id}\":1,\"/profile/{id}\":1")
                    .contains("\"maxInFlight\":" + together);
            assertThat(answer.body())
                    .isEqualTo("{\"status\":\"" + status + "\",\"profile\":" + service.downstream("/profile/2505")
                            + ",\"address\":" + service.downstream("/address/2505") + "}");
            assertThat(service.get(path + "?id=ada").statusCode()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @CsvSource({"/compose/sequence, sequence", "/compose/parallel, parallel", "/compose/lifted, parallel"})
    void anEmptyObjectStandsInForAPartThatCannotBeHad(String path, String status) throws Exception {
        try (Running service = Start.over(Server.start("--server.port=0", "--delay=0ms", "--error-rate=1"))) {
            var answer = service.get(path);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{\"status\":\"" + status + "\",\"profile\":{},\"address\":{}}");
        }
    }

    @Test
    void theCommonPoolMakesNoMoreCallsAtATimeThanItHasWorkers() throws Exception {
        assertThat(ForkJoinPool.getCommonPoolParallelism()).isEqualTo(11);
        try (Running service = Start.withDelay("500ms")) {
            for (var answer : service.getAtOnce(20, "/compose/parallel")) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
            assertThat(service.stats()).contains("\"maxInFlight\":11,");
        }
    }

    @ParameterizedTest
    @CsvSource({"/compose/parallel, 1024, false", "/compose/lifted, 0, true"})
    @Tag("nightly")
    void neitherThreadsNorConnectionsHoldBackTheOthers(String path, int threads, boolean virtual) throws Exception {
        try (Running service = Start.withDelay(
                "2s",
                "--compose.threads=" + threads,
                "--spring.threads.virtual.enabled=" + virtual,
                "--fanout.downstreams.people.timeout=20s",
                "--lifted.timeout=20s")) {
            var answers = service.getAtOnce(50, path);
            assertThat(service.awaitStats("\"inFlight\":100,")).contains("\"maxInFlight\":100,");
            for (var answer : answers) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void aRequestWhosePartsDoNotComeIsGivenUpBySpringMvc() throws Exception {
        // With its default this takes 30 s; shorter here, the same mechanism
        try (Running service = Start.withDelay("10m", "--spring.mvc.async.request-timeout=100ms")) {
            var answer = service.get("/compose/parallel");
            assertThat(answer.statusCode()).isEqualTo(503);
            // The calls go on all the same, and keep their threads
            assertThat(service.awaitStats("\"inFlight\":2,")).contains("\"inFlight\":2,");
        }
    }
}
