package dev.headroom.cases.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.common.RequestId;
import dev.headroom.cases.testing.Await;
import dev.headroom.cases.testing.Log;
import dev.headroom.cases.testing.Running;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantsIT {

    @ParameterizedTest
    @CsvSource({
        "servlet,         TomcatWebServer, /value http-nio- /value_deferred deferred- /value_lifted value",
        "netty,           NettyWebServer,  /value reactor-http- /value_elastic elastic- /value_functional elastic-",
        "netty,           NettyWebServer,  /value_bounded_elastic boundedElastic-",
        "tomcat-reactive, TomcatWebServer, /value http-nio- /value_elastic elastic- /value_functional elastic-"
    })
    void theProfileChoosesTheServerAndThePathTheThreadThatBlocks(String profile, String server, String pathsAndThreads)
            throws Exception {
        try (Running service = Start.on(profile, "--value.delay=10ms")) {
            assertThat(service.server()).isEqualTo(server);
            assertThat(service.get("/ready").body()).isEqualTo("{\"ready\":true}");
            String[] parts = pathsAndThreads.split(" ");
            for (int i = 0; i < parts.length; i += 2) {
                blocksOn(service, parts[i], parts[i + 1]);
            }
        }
    }

    private static void blocksOn(Running service, String path, String thread) throws Exception {
        try (Log log = new Log()) {
            var answer = service.get(path, RequestId.HEADER, "case-3");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(answer.headers().firstValue(RequestId.HEADER)).hasValue("case-3");
            assertThat(answer.body()).isEqualTo("42");

            Await.until(() -> log.of("case-3").size() == 4);
            assertThat(log.of("case-3"))
                    .filteredOn(line -> line.thread().startsWith(thread))
                    .extracting(Log.Line::message)
                    .contains("blocks", "has the value");
            assertThat(log.of("case-3")).extracting(Log.Line::message).contains("GET " + path);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "servlet,          1s, 20, /value,                  40, 20",
        "servlet,          2s, 20, /value_deferred,         40, 40",
        "tomcat-reactive,  1s, 20, /value,                  40, 20",
        "netty,         700ms,  0, /value,                  24,  8",
        "netty,            2s,  0, /value_elastic,          40, 40",
        "netty,            2s,  0, /value_bounded_elastic, 100, 80"
    })
    @Tag("nightly")
    void asManyThreadsBlockAtATimeAsTheirPoolHas(
            String profile, String delay, int tomcat, String path, int requests, int blocked) throws Exception {
        List<String> settings = new ArrayList<>(List.of("--value.delay=" + delay));
        if (tomcat > 0) {
            settings.add("--server.tomcat.threads.max=" + tomcat);
        }
        try (Running service = Start.on(profile, settings.toArray(String[]::new));
                Log log = new Log()) {
            for (var answer : service.getAtOnce(requests, path)) {
                assertThat(answer.join().body()).isEqualTo("42");
            }
            assertThat(Blocked.most(log)).isEqualTo(blocked);
        }
    }

    @Test
    void aServiceThatStopsTakesItsPoolsWithIt() throws Exception {
        for (String profile : List.of("servlet", "netty")) {
            String path = profile.equals("servlet") ? "/value_deferred" : "/value_elastic";
            try (Running service = Start.on(profile, "--value.delay=0ms")) {
                service.get(path);
                assertThat(ours()).isTrue();
            }
            Await.until(() -> !ours());
        }
    }

    private static boolean ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .anyMatch(name -> name.startsWith("deferred-") || name.startsWith("elastic-"));
    }
}
