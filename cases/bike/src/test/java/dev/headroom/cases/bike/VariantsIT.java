package dev.headroom.cases.bike;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.testing.Running;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class VariantsIT {

    @Test
    void bothVariantsAnswerTheSameAndNotBeforeTheWorkIsDone() throws Exception {
        try (Running service = Start.withWork("300ms")) {
            for (String path : List.of("/bike", "/bike/lifted")) {
                long start = System.nanoTime();
                var answer = service.get(path);
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo("{\"status\":\"repaired\"}");
            }
            assertThat(service.get("/ready").body()).isEqualTo("{\"ready\":true}");
        }
    }

    @Test
    void aHangingCallKeepsItsThreadForAsLongAsTheSupplierIsSilent() throws Exception {
        try (Running service = Start.withWork("400ms", "--server.tomcat.threads.max=4")) {
            var hanging = service.getAtOnce(3, "/bike/hanging");
            assertThat(service.awaitStats("\"inFlight\":3,")).contains("\"inFlight\":3,");

            // One thread is left for four requests: they cannot overlap
            long start = System.nanoTime();
            for (var answer : service.getAtOnce(4, "/bike")) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(1600));
            assertThat(hanging).noneMatch(answer -> answer.isDone());
        }
    }
}
