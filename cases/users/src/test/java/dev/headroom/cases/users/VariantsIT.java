package dev.headroom.cases.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.testing.Running;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantsIT {

    @Test
    void everyVariantAnswersTheSameUser() throws Exception {
        try (Running service = Start.withDelay("20ms")) {
            // The downstream knows the same person as a whole: {"id":2505,"name":...,"phoneNumber":...}
            String user = service.downstream("/profile/2505");
            for (String path : List.of("/users", "/users_parallel", "/users_parallel_more_threads", "/users_lifted")) {
                var answer = service.get(path + "/2505");
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
                assertThat(answer.body()).isEqualTo(user);
                assertThat(service.get(path + "/ada").statusCode()).isEqualTo(400);
            }
            assertThat(service.get("/ready").body()).isEqualTo("{\"ready\":true}");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/users,                       1",
        "/users_parallel,              2",
        "/users_parallel_more_threads, 2",
        "/users_lifted,                2"
    })
    void theParallelVariantsMakeBothCallsAtTheSameTime(String path, int together) throws Exception {
        try (Running service = Start.withDelay("1s")) {
            assertThat(service.get(path + "/1").statusCode()).isEqualTo(200);
            assertThat(service.stats())
                    .contains("\"/metadata/names/{userId}\":1,\"/metadata/phoneNumbers/{userId}\":1")
                    .contains("\"maxInFlight\":" + together);
        }
    }

    @Test
    void theCommonPoolMakesNoMoreCallsAtATimeThanItHasWorkers() throws Exception {
        assertThat(ForkJoinPool.getCommonPoolParallelism()).isEqualTo(7);
        try (Running service = Start.withDelay("500ms")) {
            for (var answer : service.getAtOnce(20, "/users_parallel/1")) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
            assertThat(service.stats()).contains("\"maxInFlight\":7,");
        }
    }

    @ParameterizedTest
    @CsvSource({"/users_parallel_more_threads, false", "/users_lifted, true"})
    @Tag("nightly")
    void neitherThreadsNorConnectionsHoldBackTheOthers(String path, boolean virtual) throws Exception {
        try (Running service = Start.withDelay(
                "2s",
                "--spring.threads.virtual.enabled=" + virtual,
                "--fanout.downstreams.metadata.timeout=20s",
                "--lifted.timeout=20s")) {
            var answers = service.getAtOnce(50, path + "/1");
            assertThat(service.awaitStats("\"inFlight\":100,")).contains("\"maxInFlight\":100,");
            for (var answer : answers) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
        }
    }
}
