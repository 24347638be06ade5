package dev.headroom.load.k6;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Take;
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
import tools.jackson.databind.json.JsonMapper;

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
                import exec from 'k6/execution';
                export const options = {
                  thresholds: { http_req_failed: ['rate<0.01'] },
                  tags: { shop: 'a' },
                  scenarios: {
                    view: { executor: 'constant-arrival-rate', rate: 3, timeUnit: '2s', duration: '1m', preAllocatedVUs: 10, exec: 'view', env: { A: 'b' }, tags: { counted: 'no', shop: 'b' } },
                    buy: { executor: 'ramping-vus', stages: [{ target: 10, duration: '1m' }], gracefulStop: '1s', options: { browser: { type: 'chromium' } } },
                  },
                };
                const send = (path) => http.request('GET', 'http://service/' + path + (__ENV.A || ''), null, { tags: { ...exec.vu.metrics.tags } });
                export function setup() { return 7; }
                export function view(data) { send('view' + data); }
                export default function (data) { send('default' + data); }
                """);
        Files.writeString(
                folder.resolve("wrapper.js"),
                Wrapper.users("mine.js", 1, Duration.ofSeconds(10), Duration.ofSeconds(90)));
        JsonNode ran = Node.run(folder, "wrapper.js", 3);
        assertThat(ran.path("options").path("scenarios").toString())
                .as("one of them, or there would be more users than these")
                .isEqualTo("{\"load\":{\"executor\":\"constant-vus\",\"vus\":1,\"duration\":\"10s\","
                        + "\"gracefulStop\":\"90s\",\"options\":{\"browser\":{\"type\":\"chromium\"}}}}");
        assertThat(ran.path("options").has("thresholds")).isTrue();
        assertThat(ran.path("sent").valueStream())
                .extracting(
                        one -> one.path("url").asString(),
                        one -> one.path("tags").toString())
                .containsExactly(
                        tuple("http://service/view7b", "{\"shop\":\"b\",\"counted\":\"no\"}"),
                        tuple("http://service/default7", "{\"shop\":\"a\"}"),
                        tuple("http://service/view7b", "{\"shop\":\"b\",\"counted\":\"no\"}"));
    }

    /** An answer that has no value for the next step is a failed check of its body, whatever it is in place of JSON. */
    @Test
    void anAnswerThatLacksAValueFailsItsCheck() throws Exception {
        Mix mix = new Mix(
                List.of(new Mix.Part(
                        "cart",
                        1,
                        ScriptLoads.request("POST", "/carts", ""),
                        "buy",
                        List.of(
                                new Take("cart", Take.From.JSON, "/id"),
                                new Take("at", Take.From.HEADER, "Location")))),
                Mix.Visitors.PLAIN);
        String script = ScriptWriter.write(mix, ScriptLoads.open(1)).text();
        assertThat(script).contains("tags: { name: 'cart', body: 'checked' }", "{ 'cart: body': (r) =>");
        for (String body : List.of("", "no JSON", "{}", "{\"id\": null}")) {
            assertThat(checked(script, body)).as(body).containsExactly(false);
        }
        assertThat(checked(script, "{\"id\": 7}")).containsExactly(true);
    }

    private List<Boolean> checked(String script, String body) throws Exception {
        Path own = Files.createTempDirectory(folder, "run");
        Files.writeString(own.resolve("load.js"), script);
        Files.writeString(
                own.resolve(K6Script.NAME), """
                import { default as once, options } from './load.js';
                export { options };
                export default () => {
                  globalThis.answer = () => ({ headers: { Location: '/7' }, body: %s });
                  try { once(); } catch (e) { /* the iteration is over */ }
                };
                """.formatted(JsonMapper.shared().writeValueAsString(body)));
        return Node.run(own, K6Script.NAME, 1)
                .path("checked")
                .valueStream()
                .map(JsonNode::asBoolean)
                .toList();
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
