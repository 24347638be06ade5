package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedScriptTest {

    private static final Load LOAD = new Load.Closed(
            4,
            Duration.ZERO,
            Duration.ZERO,
            new Until.Elapsed(Duration.ofSeconds(1)),
            Transport.DEFAULT,
            Optional.empty());

    private static void share(String header) {
        Request request = new Request(
                "GET", URI.create("http://127.0.0.1:8080"), "/", Map.of("X-Key", header), "", Success.DEFAULT);
        SharedScript.of(Mix.of(request), LOAD);
    }

    /** In the script quotes and the like have a backslash before them. */
    @ParameterizedTest
    @ValueSource(strings = {"it's-so-secret", "back\\slash", "back`tick", "47x1"})
    void aValueOfTheEnvironmentIsFoundHoweverItIsWritten(String value) {
        assertThat(EnvironmentReferences.resolve("Key ${env.OURS}", Map.of("OURS", value), (found, expected) -> {}))
                .isEqualTo("Key " + value);
        assertThatThrownBy(() -> share("Key " + value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a value of the environment");
    }

    @Test
    void otherTextsAreShared() {
        EnvironmentReferences.resolve("${env.OURS}", Map.of("OURS", "q3z"), (found, expected) -> {});
        share("some q3z that is not all of it");
    }
}
