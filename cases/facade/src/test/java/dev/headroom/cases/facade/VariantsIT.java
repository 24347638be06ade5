package dev.headroom.cases.facade;

import static dev.headroom.cases.testing.Lifted.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.testing.Running;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class VariantsIT {

    @Test
    void everyVariantAnswersTheStatisticsOfItsCalls() throws Exception {
        try (Running service = Start.with()) {
            for (String path : List.of("/data", "/data_lifted")) {
                var answer = service.get(path + "/1,50,92,20");
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
                assertThat(answer.body())
                        .matches(
                                "\\{\"statistics\":\\{\"count\":4,\"sum\":163,\"min\":1,\"max\":92,\"average\":40.75},\"spentTime\":\\d+}");
                assertThat(service.get(path + "/1,many").statusCode()).isEqualTo(400);
            }
            assertThat(service.get("/ready").body()).isEqualTo("{\"ready\":true}");
        }
    }

    @Test
    void onlyTheWorkersOfTheCommonPoolMakeCallsAndTheThreadThatWaitsMakesNone() throws Exception {
        assertThat(ForkJoinPool.getCommonPoolParallelism()).isEqualTo(3);
        try (Running service = Start.with()) {
            String eight = "300,300,300,300,300,300,300,300";
            assertThat(service.get("/data/" + eight).statusCode()).isEqualTo(200);
            assertThat(service.stats()).contains("\"/external-data/{ms}\":8}", "\"maxInFlight\":3,");
        }
    }

    @Test
    void aRequestWhoseCallsTakeTooLongIsAGatewayTimeout() throws Exception {
        try (Running service = Start.with("--external.timeout=200ms")) {
            assertThat(service.get("/data/600000").statusCode()).isEqualTo(504);
        }
    }

    @Test
    @Tag("nightly")
    void theLiftedVariantMakesAllCallsOfAllRequestsAtTheSameTime() throws Exception {
        // Longer than 80 TLS handshakes take on a busy machine; the end of the test cuts them off
        try (Running service = Start.with(VIRTUAL, "--lifted.read-timeout=1m", "--lifted.timeout=1m")) {
            var answers = service.getAtOnce(20, "/data_lifted/60000,60000,60000,60000");
            assertThat(service.awaitStats("\"inFlight\":80,")).contains("\"maxInFlight\":80,", "\"failed\":0,");
            assertThat(answers).noneMatch(answer -> answer.isDone());
        }
    }
}
