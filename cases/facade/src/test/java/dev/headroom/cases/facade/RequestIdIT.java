package dev.headroom.cases.facade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.common.RequestId;
import dev.headroom.cases.testing.Await;
import dev.headroom.cases.testing.Log;
import dev.headroom.cases.testing.Running;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("nightly")
class RequestIdIT {

    @ParameterizedTest
    @CsvSource({
        "/data,        false, http-nio-,       ForkJoinPool.commonPool-worker-, ForkJoinPool.commonPool-worker-",
        "/data_lifted, true,  tomcat-handler-, external,   external"
    })
    void theIdIsLoggedOnEveryThreadThatWorksForTheRequest(
            String path, boolean virtual, String entry, String one, String another) throws Exception {
        try (Running service = Start.with("--spring.threads.virtual.enabled=" + virtual);
                Log log = new Log()) {
            var answer = service.get(path + "/301,302,303,304", RequestId.HEADER, "case-2");
            assertThat(answer.headers().firstValue(RequestId.HEADER)).hasValue("case-2");
            Await.until(() -> log.of("case-2").size() == 10);
            List<Log.Line> lines = log.of("case-2");
            assertThat(lines)
                    .filteredOn(line -> line.thread().startsWith(entry))
                    .extracting(Log.Line::message)
                    .contains("GET " + path + "/301,302,303,304")
                    .anyMatch(message -> message.startsWith("answers 200 after "));
            assertThat(lines)
                    .filteredOn(line -> line.message().startsWith("asks for "))
                    .anyMatch(line -> line.thread().startsWith(one))
                    .anyMatch(line -> line.thread().startsWith(another))
                    .extracting(Log.Line::message)
                    .containsExactlyInAnyOrder("asks for 301", "asks for 302", "asks for 303", "asks for 304");
        }
    }

    @Test
    void aRequestWithoutAnIdOrWithAnUnsafeOneGetsItsOwn() throws Exception {
        try (Running service = Start.with()) {
            String first = idOf(service.get("/data/1"));
            String second = idOf(service.get("/data/1", RequestId.HEADER, "a [forged] INFO line"));
            assertThat(first).matches("[0-9a-f]{8}").isNotEqualTo(second);
            assertThat(second).matches("[0-9a-f]{8}");
        }
    }

    private static String idOf(HttpResponse<String> answer) {
        return answer.headers().firstValue(RequestId.HEADER).orElseThrow();
    }
}
