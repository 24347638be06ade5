package dev.headroom.load.k6;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Scripts are executed, though not by k6: its licence keeps it out of this build. */
class ScriptsRunIT {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void eachScriptSendsItsRequests(ScriptLoads load) throws Exception {
        JsonNode seen = run(load, 4);
        assertThat(seen.path("sent")).hasSizeGreaterThanOrEqualTo(4);
        assertThat(seen.path("options")
                        .path("scenarios")
                        .path("load")
                        .path("executor")
                        .asString())
                .isNotEmpty();
    }

    @Test
    void aUserLogsInOnceAndWhatItDrewStaysItsOwn() throws Exception {
        List<JsonNode> sent = sent(ScriptLoads.SHOP, 9);
        assertThat(sent.getFirst().path("url").asString()).isEqualTo("http://service/login");
        assertThat(sent.getFirst().path("tags").path("counted").asString()).isEqualTo("no");
        assertThat(sent.getFirst().path("body").asString()).isEqualTo("{\"name\": \"bob\", \"password\": \"c\"}");
        assertThat(sent.stream().filter(one -> one.path("url").asString().endsWith("/login")))
                .hasSize(1);
        JsonNode cart = labelled(sent, "cart");
        assertThat(cart.path("headers").path("Authorization").asString()).isEqualTo("Bearer t1");
        assertThat(cart.path("body").asString()).matches("\\{\"product\": [12], \"for\": \"bob\"}");
        assertThat(labelled(sent, "order").path("url").asString()).isEqualTo("http://service/carts/7%208/order");
    }

    @Test
    void kindsComeAsOftenAsTheyWeigh() throws Exception {
        List<String> labels = sent(ScriptLoads.SHOP, 18).stream()
                .map(one -> one.path("tags").path("name").asString())
                .toList();
        assertThat(Map.of("browse", 10, "search", 6, "cart", 2, "order", 2))
                .allSatisfy((label, times) -> assertThat(labels.stream().filter(label::equals))
                        .as(label)
                        .hasSize(times));
    }

    @Test
    void sessionsOfAnOpenLoadAreLoggedInBeforeItAndTakenInTurn() throws Exception {
        List<JsonNode> sent = sent(ScriptLoads.SESSIONS, 3);
        assertThat(sent.subList(0, 3))
                .allSatisfy(one -> assertThat(one.path("url").asString()).endsWith("/login"));
        assertThat(sent.get(0).path("body").asString()).contains("\"a\\\"b\"");
        assertThat(sent.get(3).path("cookies").asString()).isEqualTo("session=s1");
    }

    @Test
    void valuesAreWrittenAsTheirPlacesDemand() throws Exception {
        List<JsonNode> sent = sent(ScriptLoads.SHOP, 90);
        assertThat(sent.stream()
                        .map(one -> one.path("url").asString())
                        .filter(url -> url.contains("?text="))
                        .distinct())
                .containsOnly("http://service/products?text=tea%20%26%20cake", "http://service/products?text=it%27s");
        JsonNode form = labelled(sent(ScriptLoads.ENTERING, 4), "form");
        assertThat(form.path("body").asString()).matches("text=a \\d+ \\$\\{n}");
    }

    @Test
    void usersEnterOneAfterTheOtherAndPauseAfterEachAnswer() throws Exception {
        JsonNode slept = run(ScriptLoads.ENTERING, 3).path("slept");
        assertThat(slept).hasSize(4);
        assertThat(slept.path(0).asDouble()).isEqualTo(0.25);
        assertThat(slept.path(1).asDouble()).isPositive();
    }

    @Test
    void anotherLoadByTheFunctionsOfAUsersScriptKeepsHisOptions() throws Exception {
        Files.writeString(folder.resolve("mine.js"), """
                import http from 'k6/http';
                export const options = {
                  thresholds: { http_req_failed: ['rate<0.01'] },
                  scenarios: {
                    view: { executor: 'constant-arrival-rate', rate: 3, timeUnit: '2s', duration: '1m', preAllocatedVUs: 10, exec: 'view', env: { A: 'b' } },
                    buy: { executor: 'ramping-vus', stages: [{ target: 10, duration: '1m' }], exec: 'buy', gracefulStop: '1s' },
                  },
                };
                export function setup() { return 7; }
                export function view() { http.request('GET', 'http://service/view', null, {}); }
                export function buy() { http.request('GET', 'http://service/buy', null, {}); }
                export default function (data) { http.request('GET', 'http://service/default' + data, null, {}); }
                """);
        Files.writeString(
                folder.resolve("wrapper.js"),
                Wrapper.users("mine.js", 1, Duration.ofSeconds(10), Duration.ofSeconds(90)));
        JsonNode one = Node.run(folder, "wrapper.js", 1);
        JsonNode scenarios = one.path("options").path("scenarios");
        assertThat(scenarios.path("view").toString())
                .isEqualTo(
                        "{\"exec\":\"view\",\"env\":{\"A\":\"b\"},\"executor\":\"constant-vus\",\"vus\":1,\"startTime\":\"0ms\","
                                + "\"duration\":\"5000ms\",\"gracefulStop\":\"90s\"}");
        assertThat(scenarios.path("buy").path("startTime").asString()).isEqualTo("5000ms");
        assertThat(scenarios.path("buy").path("gracefulStop").asString())
                .as("else k6 tells nothing of requests that hang")
                .isEqualTo("90s");
        assertThat(one.path("options").has("thresholds")).isTrue();
        assertThat(one.path("sent").path(0).path("url").asString()).isEqualTo("http://service/default7");
    }

    private List<JsonNode> sent(ScriptLoads load, int iterations) throws Exception {
        return run(load, iterations).path("sent").valueStream().toList();
    }

    private JsonNode run(ScriptLoads load, int iterations) throws Exception {
        Path own = Files.createTempDirectory(folder, "run");
        K6Script script = load.script();
        Files.writeString(own.resolve(K6Script.NAME), script.text());
        for (Map.Entry<String, String> file : script.files().entrySet()) {
            Files.writeString(own.resolve(file.getKey()), file.getValue());
        }
        return Node.run(own, K6Script.NAME, iterations);
    }

    private static JsonNode labelled(List<JsonNode> sent, String label) throws IOException {
        return sent.stream()
                .filter(one -> one.path("tags").path("name").asString().equals(label))
                .findFirst()
                .orElseThrow(() -> new IOException("nothing was sent as " + label));
    }
}
