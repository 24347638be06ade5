package dev.headroom.cases.bike;

import static dev.headroom.cases.testing.Lifted.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.common.RequestId;
import dev.headroom.cases.downstream.Server;
import dev.headroom.cases.testing.Await;
import dev.headroom.cases.testing.Lifted;
import dev.headroom.cases.testing.Log;
import dev.headroom.cases.testing.Running;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("nightly")
class LiftedIT {
    @ParameterizedTest
    @CsvSource({
        "--fanout.downstreams.supplier.timeout=500ms, --lifted.timeout=1m",
        "--fanout.downstreams.supplier.timeout=1m,    --lifted.timeout=500ms"
    })
    void hangingCallsEndAndGiveBackWhatTheyHeld(String read, String all) throws Exception {
        try (Running service = Start.withWork("0ms", VIRTUAL, read, all, "--fanout.request.limit=3")) {
            for (var answer : service.getAtOnce(3, "/bike/lifted/hanging")) {
                assertThat(answer.join().statusCode()).isEqualTo(504);
                assertThat(answer.join().body()).contains("no answer of another service in time");
            }
            assertThat(service.awaitStats("\"abandoned\":3,")).contains("\"abandoned\":3,", "\"inFlight\":0,");
            for (var answer : service.getAtOnce(3, "/bike/lifted")) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void theRequestBeyondTheBoundIsRefusedAtOnceAndTheOthersGoOn() throws Exception {
        try (Running service = Start.withWork(
                "0ms",
                VIRTUAL,
                "--fanout.request.limit=2",
                "--fanout.downstreams.supplier.timeout=1m",
                "--lifted.timeout=1m")) {
            Lifted.refusesTheThird(
                    service,
                    "/bike/lifted/hanging",
                    () -> service.stats().contains("\"inFlight\":2,"),
                    "/bike/lifted",
                    "5");
        }
    }

    @Test
    void anUnreachableSupplierIsABadGateway() throws Exception {
        Server gone = Server.start("--server.port=0");
        gone.close();
        try (Running service = Start.over(gone, "0ms", VIRTUAL)) {
            assertThat(service.get("/bike/lifted/hanging").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void theIdOfARequestIsLoggedOnEveryThreadThatWorksForIt() throws Exception {
        try (Running service = Start.withWork("0ms", VIRTUAL, "--fanout.downstreams.supplier.timeout=500ms");
                Log log = new Log()) {
            var answer = service.get("/bike/lifted/hanging", RequestId.HEADER, "case-4");
            assertThat(answer.headers().firstValue(RequestId.HEADER)).hasValue("case-4");
            Await.until(() -> log.of("case-4").size() == 4);
            assertThat(log.of("case-4"))
                    .extracting(Log.Line::message)
                    .anyMatch(message -> message.equals("GET /bike/lifted/hanging"))
                    .anyMatch(message -> message.contains("part 'supplier'"))
                    .anyMatch(message -> message.startsWith("answers 504 after "));
            assertThat(log.of("case-4"))
                    .filteredOn(line -> line.thread().equals("supplier"))
                    .extracting(Log.Line::message)
                    .containsExactly("asks for parts");
        }
    }
}
