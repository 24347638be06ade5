package dev.headroom.cases.compose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiftedTest {
    private static final String VIRTUAL = "--spring.threads.virtual.enabled=true";

    @Test
    void theRequestBeyondTheBoundIsRefusedAtOnceAndTheOthersAreAnswered() throws Exception {
        try (Running service = Running.withDelay(
                "2s", VIRTUAL, "--lifted.max-in-flight=2", "--lifted.read-timeout=20s", "--lifted.timeout=20s")) {
            var admitted = service.getAtOnce(2, "/compose/lifted");
            assertThat(service.awaitStats("\"inFlight\":4,")).contains("\"inFlight\":4,");

            var refused = service.get("/compose/lifted");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("2");
            assertThat(admitted).noneMatch(answer -> answer.isDone());
            assertThat(service.get("/ready").statusCode()).isEqualTo(200);

            for (var answer : admitted) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
            assertThat(service.get("/compose/lifted").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--lifted.read-timeout=100ms, --lifted.timeout=1m",
        "--lifted.read-timeout=1m,    --lifted.timeout=100ms"
    })
    void aHangingDownstreamCostsItsPartsAloneAndLeavesNoCallBehind(String read, String all) throws Exception {
        try (Running service = Running.withDelay("10m", VIRTUAL, read, all, "--lifted.max-in-flight=1")) {
            for (int i = 0; i < 3; i++) {
                var answer = service.get("/compose/lifted");
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo("{\"status\":\"parallel\",\"profile\":{},\"address\":{}}");
            }
            assertThat(service.awaitStats("\"abandoned\":6,")).contains("\"abandoned\":6,", "\"inFlight\":0,");
        }
    }
}
