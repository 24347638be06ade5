package dev.headroom.cases.facade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.testing.Running;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The connection of the test itself, which asks for the statistics, is one more each time. */
@Tag("nightly")
class ConnectionsIT {

    @BeforeAll
    static void aWorkerForEachCall() {
        ForkJoinPool.commonPool().setParallelism(12);
    }

    @Test
    void byDefaultFiveConnectionsAreKeptAndTheOthersAreOpenedAnew() throws Exception {
        try (Running service = Start.with()) {
            twelveCallsAtOnce(service);
            assertThat(service.awaitStats("\"connections\":{\"open\":6,"))
                    .contains("\"connections\":{\"open\":6,\"accepted\":13}");
            twelveCallsAtOnce(service);
            assertThat(service.stats()).contains("\"accepted\":20}");
        }
    }

    @Test
    void aPoolThatHoldsThemAllOpensNoneTwice() throws Exception {
        try (Running service = Start.with("--external.max-idle-connections=2000", "--external.keep-alive=10s")) {
            twelveCallsAtOnce(service);
            twelveCallsAtOnce(service);
            assertThat(service.stats()).contains("\"connections\":{\"open\":13,\"accepted\":13}");
        }
    }

    @Test
    void theLiftedVariantOpensNoneTwiceWhateverTheArticlesPoolHolds() throws Exception {
        try (Running service = Start.with("--spring.threads.virtual.enabled=true")) {
            for (int round = 0; round < 2; round++) {
                assertThat(service.get("/data_lifted/500,500,500,500,500,500,500,500,500,500,500,500")
                                .statusCode())
                        .isEqualTo(200);
            }
            assertThat(service.stats()).contains("\"connections\":{\"open\":13,\"accepted\":13}");
        }
    }

    @Test
    void withoutTheSettingACertificateThatNobodyVouchesForIsRefused() throws Exception {
        try (Running service = Start.with(Start.DISTRUST)) {
            assertThat(service.get("/data/1").statusCode()).isEqualTo(500);
            assertThat(service.get("/data_lifted/1").statusCode()).isEqualTo(502);
            assertThat(service.stats()).contains("\"answered\":{},");
        }
    }

    /** Each request asks for one number, which takes one worker of the common pool. */
    private static void twelveCallsAtOnce(Running service) throws Exception {
        service.get(
                "/data/1"); // the first handshake of all takes longer than a call; its connection is one of the twelve
        var answers = service.getAtOnce(12, "/data/2000");
        assertThat(service.awaitStats("\"inFlight\":12,")).contains("\"inFlight\":12,");
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).join();
    }
}
