package dev.headroom.cases.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.common.RequestId;
import dev.headroom.cases.testing.Await;
import dev.headroom.cases.testing.Log;
import dev.headroom.cases.testing.Running;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestIdIT {

    @ParameterizedTest
    @CsvSource({
        "/compose/sequence, 0,    false, http-nio-,       http-nio-",
        "/compose/parallel, 0,    false, http-nio-,       ForkJoinPool.commonPool-worker-",
        "/compose/parallel, 1024, false, http-nio-,       own-pool-",
        "/compose/lifted,   0,    true,  tomcat-handler-, people"
    })
    void theIdIsLoggedOnEveryThreadThatWorksForTheRequest(
            String path, int threads, boolean virtual, String entry, String worker) throws Exception {
        try (Running service = Start.withDelay(
                        "10ms", "--compose.threads=" + threads, "--spring.threads.virtual.enabled=" + virtual);
                Log log = new Log()) {
            var answer = service.get(path, RequestId.HEADER, "case-5");
            assertThat(answer.headers().firstValue(RequestId.HEADER)).hasValue("case-5");
            Await.until(() -> log.of("case-5").size() == 6);
            List<Log.Line> lines = log.of("case-5");
            assertThat(lines).hasSize(6);
            assertThat(lines)
                    .filteredOn(line -> line.thread().startsWith(entry))
                    .extracting(Log.Line::message)
                    .contains("GET " + path)
                    .anyMatch(message -> message.startsWith("answers 200 after "));
            assertThat(lines)
                    .filteredOn(line -> line.thread().startsWith(worker))
                    .extracting(Log.Line::message)
                    .contains(
                            "asks for the profile of 1",
                            "has the profile of 1",
                            "asks for the address of 1",
                            "has the address of 1");
        }
    }
}
