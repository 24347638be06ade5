package dev.headroom.cases.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.common.RequestId;
import dev.headroom.cases.testing.Await;
import dev.headroom.cases.testing.Log;
import dev.headroom.cases.testing.Running;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestIdIT {

    @ParameterizedTest
    @CsvSource({
        "/users,                       false, http-nio-,      http-nio-",
        "/users_parallel,              false, http-nio-,      ForkJoinPool.commonPool-worker-",
        "/users_parallel_more_threads, false, http-nio-,      own-pool-",
        "/users_lifted,                true,  tomcat-handler-, metadata"
    })
    void theIdIsLoggedOnEveryThreadThatWorksForTheRequest(String path, boolean virtual, String entry, String worker)
            throws Exception {
        try (Running service = Start.withDelay("10ms", "--spring.threads.virtual.enabled=" + virtual);
                Log log = new Log()) {
            var answer = service.get(path + "/2505", RequestId.HEADER, "case-1");
            assertThat(answer.headers().firstValue(RequestId.HEADER)).hasValue("case-1");
            Await.until(() -> log.of("case-1").size() == 6);
            List<Log.Line> lines = log.of("case-1");
            assertThat(lines)
                    .filteredOn(line -> line.thread().startsWith(entry))
                    .extracting(Log.Line::message)
                    .contains("GET " + path + "/2505")
                    .anyMatch(message -> message.startsWith("answers 200 after "));
            assertThat(lines)
                    .filteredOn(line -> line.thread().startsWith(worker))
                    .extracting(Log.Line::message)
                    .contains(
                            "asks for the name of 2505",
                            "has the name of 2505",
                            "asks for the phone number of 2505",
                            "has the phone number of 2505");
        }
    }

    @Test
    void aRequestWithoutAnIdOrWithAnUnsafeOneGetsItsOwn() throws Exception {
        try (Running service = Start.withDelay("0ms")) {
            String first = service.get("/users/1")
                    .headers()
                    .firstValue(RequestId.HEADER)
                    .orElseThrow();
            String second = service.get("/users/1", RequestId.HEADER, "a [forged] INFO line")
                    .headers()
                    .firstValue(RequestId.HEADER)
                    .orElseThrow();
            assertThat(first).matches("[0-9a-f]{8}").isNotEqualTo(second);
            assertThat(second).matches("[0-9a-f]{8}");
        }
    }

    @Test
    void aThreadForgetsTheRequestThatItWorkedFor() {
        try (var inUse = RequestId.use("one")) {
            assertThat(RequestId.current()).isEqualTo("one");
        }
        assertThat(RequestId.current()).isEqualTo("-");
    }
}
