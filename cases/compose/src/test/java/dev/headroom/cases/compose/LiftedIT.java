package dev.headroom.cases.compose;

import static dev.headroom.cases.testing.Lifted.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.testing.Lifted;
import dev.headroom.cases.testing.Running;
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
                "--fanout.downstreams.people.timeout=20s",
                "--lifted.timeout=20s")) {
            var admitted = Lifted.refusesTheThird(
                    service,
                    "/compose/lifted",
                    () -> service.stats().contains("\"inFlight\":4,"),
                    "/compose/lifted",
                    "2");
            Lifted.answersThemAndHasRoomAgain(service, admitted, "/compose/lifted");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--fanout.downstreams.people.timeout=500ms, --lifted.timeout=1m",
        "--fanout.downstreams.people.timeout=1m,    --lifted.timeout=500ms"
    })
    void aHangingDownstreamCostsItsPartsAloneAndLeavesNoCallBehind(String read, String all) throws Exception {
        try (Running service = Start.withDelay("10m", VIRTUAL, read, all, "--fanout.request.limit=1")) {
            for (int i = 0; i < 3; i++) {
                var answer = service.get("/compose/lifted");
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo("{\"status\":\"parallel\",\"profile\":{},\"address\":{}}");
            }
            assertThat(service.awaitStats("\"abandoned\":6,")).contains("\"abandoned\":6,", "\"inFlight\":0,");
        }
    }
}
