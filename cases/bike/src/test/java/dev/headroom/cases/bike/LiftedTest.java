package dev.headroom.cases.bike;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.downstream.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiftedTest {
    private static final String VIRTUAL = "--spring.threads.virtual.enabled=true";

    @ParameterizedTest
    @CsvSource({
        "--lifted.read-timeout=100ms, --lifted.timeout=1m",
        "--lifted.read-timeout=1m,    --lifted.timeout=100ms"
    })
    void hangingCallsEndAndGiveBackWhatTheyHeld(String read, String all) throws Exception {
        try (Running service = Running.withWork("0ms", VIRTUAL, read, all, "--lifted.max-in-flight=3")) {
            for (var answer : service.getAtOnce(3, "/bike/lifted/hanging")) {
                assertThat(answer.join().statusCode()).isEqualTo(504);
                assertThat(answer.join().body()).contains("the supplier took too long");
            }
            assertThat(service.awaitStats("\"abandoned\":3,")).contains("\"abandoned\":3,", "\"inFlight\":0,");
            for (var answer : service.getAtOnce(3, "/bike/lifted")) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void theRequestBeyondTheBoundIsRefusedAtOnceAndTheOthersGoOn() throws Exception {
        try (Running service = Running.withWork(
                "0ms", VIRTUAL, "--lifted.max-in-flight=2", "--lifted.read-timeout=1m", "--lifted.timeout=1m")) {
            var admitted = service.getAtOnce(2, "/bike/lifted/hanging");
            assertThat(service.awaitStats("\"inFlight\":2,")).contains("\"inFlight\":2,");

            var refused = service.get("/bike/lifted");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
            assertThat(admitted).noneMatch(answer -> answer.isDone());
            assertThat(service.get("/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void anUnreachableSupplierIsABadGateway() throws Exception {
        Server gone = Server.start("--server.port=0");
        gone.close();
        try (Running service = Running.over(gone, "0ms", VIRTUAL)) {
            assertThat(service.get("/bike/lifted/hanging").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void theIdOfARequestIsLoggedOnEveryThreadThatWorksForIt() throws Exception {
        try (Running service = Running.withWork("0ms", VIRTUAL, "--lifted.read-timeout=100ms");
                Log log = new Log()) {
            var answer = service.get("/bike/lifted/hanging", RequestId.HEADER, "case-4");
            assertThat(answer.headers().firstValue(RequestId.HEADER)).hasValue("case-4");
            Running.await(() -> log.of("case-4").size() == 4);
            assertThat(log.of("case-4"))
                    .extracting(Log.Line::message)
                    .anyMatch(message -> message.equals("GET /bike/lifted/hanging"))
                    .anyMatch(message -> message.startsWith("the supplier of parts: "))
                    .anyMatch(message -> message.startsWith("answers 504 after "));
            assertThat(log.of("case-4"))
                    .filteredOn(line -> line.thread().startsWith("call-"))
                    .extracting(Log.Line::message)
                    .containsExactly("asks for parts");
        }
    }
}
