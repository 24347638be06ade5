package dev.headroom.probe.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.PoolNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonDumpTest {

    private static final String ONE = """
            {"threadDump": {"threadContainers": [{"container": "<root>", "threads": [
            {"tid": "9", "virtual": true, "name": "%s", "state": "WAITING", "stack":
            ["java.base/java.lang.VirtualThread.park(VirtualThread.java:1)", "Shop.order(Shop.java:7)"]}]}]}}
            """;

    @Test
    void aNameWithAControlCharacterThatIsNotEscapedIsRead() throws Exception {
        assertThat(read(ONE.formatted("a\u001b[1mb")).values()).hasSize(1);
    }

    @Test
    void whereverItIsCutShortThatIsSaidAndWhy() {
        String whole = ONE.formatted("a").strip();
        for (int length = 1; length < whole.length(); length++) {
            String cut = whole.substring(0, length);
            assertThatThrownBy(() -> read(cut))
                    .as(cut)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the dump is cut short or damaged in line ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not json",
                "{\"threads\": [{\"tid\": \"nine\"}]}",
                "{\"threads\": [{\"tid\": 99999999999999999999}]}",
                "{\"threads\": [{\"virtual\": 3}]}",
                "{\"threads\": [{\"virtual\": true, \"state\": \"ASLEEP\"}]}",
                "{\"threads\": [{\"stack\": 1}]}",
                "{\"threads\": [{\"stack\": [{\"a\": [1, 2]}]}]}"
            })
    void whatIsNoDumpIsAnIoExceptionAtWorst(String text) {
        try {
            assertThat(read(text)).isEmpty();
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("dump").message().doesNotContain("REDACTED");
        }
    }

    private static Map<PoolNames.Named, Map<Stack, Double>> read(String text) throws IOException {
        return JsonDump.virtualThreads(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), id -> false, new Interner());
    }
}
