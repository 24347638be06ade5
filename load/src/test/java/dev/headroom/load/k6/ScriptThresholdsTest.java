package dev.headroom.load.k6;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.experiment.Expectations.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thresholds of a script whose load was shared out, held against two parts: 75 requests of 10 ms here, 25 of 400 ms there, of which 5 fail. */
class ScriptThresholdsTest {

    private static final long ZERO = 1_764_000_000_000_000L;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            http_req_duration; p(95)<300;        400 ms;     false
            http_req_duration; p(74.9) <= 10.1;  10 ms;      true
            http_req_duration; avg<108;          108 ms;     true
            http_req_duration; med<11;           10 ms;      true
            http_req_duration; max>=400;         400 ms;     true
            http_req_duration; min>10;           10 ms;      false
            http_req_failed;   rate<0.05;        5 %;        false
            http_req_failed;   rate<=0.05;       5 %;        true
            http_reqs;         count===100;      100;        true
            http_reqs;         rate>73;          73.3/s;     true
            iterations;        count!=51;        51;         false
            checks;            rate>0.75;        75 %;       false
            """)
    void eachIsHeldAgainstTheSumAndNotAgainstAPart(String metric, String expression, String measured, boolean met)
            throws IOException {
        ScriptThresholds held = merge(Map.of(metric, List.of(expression)));

        assertThat(held.notHeld()).isEmpty();
        assertThat(held.outcomes()).singleElement().satisfies(outcome -> {
            assertThat(outcome.met()).isEqualTo(met);
            assertThat(outcome.measured()).isEqualTo(measured);
            assertThat(outcome.name()).startsWith(metric + " ");
        });
    }

    @Test
    void whatTheSumDoesNotTellOfIsNamed() throws IOException {
        ScriptThresholds held = merge(Map.of(
                "http_req_duration", List.of("p(99)<500", "count<5", "p(95) < 1s"),
                "http_req_duration{name:buy}", List.of("p(95)<500"),
                "basket_size", List.of("avg<5")));

        assertThat(held.outcomes()).extracting(Outcome::name).containsExactly("http_req_duration p(99)");
        assertThat(held.notHeld())
                .containsExactly(
                        "basket_size: avg<5",
                        "http_req_duration: count<5",
                        "http_req_duration: p(95) < 1s",
                        "http_req_duration{name:buy}: p(95)<500");
    }

    @Test
    void theyAreLearntOfK6() throws Exception {
        Path script = Files.writeString(
                folder.resolve("script.js"),
                "export const options = {\n  thresholds: {\"http_reqs\": [\"count>5\"], \"checks\":"
                        + " [{\"threshold\": \"rate>0.9\", \"abortOnFail\": true}]},\n};\n");
        String k6 = FakeK6.program(folder, "").toString();

        assertThat(K6Program.thresholds(k6, script, "http://127.0.0.1"))
                .isEqualTo(Map.of("http_reqs", List.of("count>5"), "checks", List.of("rate>0.9")));
        Files.writeString(script, "export default function () {}\n");
        assertThat(K6Program.thresholds(k6, script, "http://127.0.0.1")).isEmpty();
    }

    @Test
    void whatK6SaysOfAScriptThatItCannotReadIsHandedOn() throws Exception {
        Path broken =
                Files.writeString(folder.resolve("broken"), "#!/bin/sh\necho 'SyntaxError at 3:1' >&2; exit 107\n");
        assertThat(broken.toFile().setExecutable(true)).isTrue();

        assertThatThrownBy(() -> K6Program.thresholds(broken.toString(), folder.resolve("a.js"), "http://127.0.0.1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a.js (`k6 inspect`, 20 s at most): SyntaxError at 3:1");
    }

    /** Within 1.4 s; of the time of each request 5 ms come before it is sent, which k6 does not count. */
    private ScriptThresholds merge(Map<String, List<String>> thresholds) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int part = 0; part < 2; part++) {
            StringBuilder rows = new StringBuilder(K6Csv.HEADER);
            for (int n = 0; n < (part == 0 ? 75 : 25); n++) {
                double millis = part == 0 ? 10 : 400;
                long end = ZERO + 1_000_000 * (n + 1) / (part == 0 ? 75 : 25);
                boolean failed = part == 1 && n < 5;
                rows.append(K6Csv.request(
                        end, millis + 5, 5, "a", failed ? 503 : 200, failed ? ",1503,false" : ",,true", ""));
                if (n % 2 == 0) {
                    rows.append(K6Csv.plain("iterations", end, 1));
                }
                rows.append(K6Csv.plain("checks", end, part == 0 ? 1 : 0));
            }
            files.add(Files.writeString(Shards.csv(folder, part + 1), rows));
        }
        return MergedLoad.of(
                        files,
                        new MergedLoad.Facts("k6", 2, 0, Duration.ZERO, false, Duration.ZERO, List.of(), thresholds))
                .thresholds();
    }
}
