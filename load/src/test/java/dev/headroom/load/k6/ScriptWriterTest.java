package dev.headroom.load.k6;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.load.Mix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptWriterTest {

    static final Path SCRIPTS = Path.of("src/test/resources/dev/headroom/load/k6");

    /** With {@code -Dheadroom.write} they are written anew. */
    @ParameterizedTest
    @EnumSource
    void theScriptOfALoadIsTheOneThatIsKept(ScriptLoads load) throws IOException {
        Path kept = SCRIPTS.resolve(load.name().toLowerCase(Locale.ROOT) + ".js");
        String text = load.script().text();
        if (System.getProperty("headroom.write") != null) {
            Files.writeString(kept, text);
        }
        assertThat(text).isEqualTo(Files.readString(kept));
    }

    @Test
    void whatK6CannotDoIsSaidInTheScriptAndBesideIt() {
        K6Script script = ScriptLoads.POISSON.script();
        assertThat(script.notes())
                .anySatisfy(note -> assertThat(note).contains("Poisson", "equal distances"))
                .anySatisfy(note -> assertThat(note).contains("intended start"))
                .anySatisfy(note -> assertThat(note).contains("50 connections"))
                .anySatisfy(note -> assertThat(note).contains("HTTP/1.1"));
        assertThat(script.notes()).allSatisfy(note -> assertThat(script.text()).contains("// - " + note));
        assertThat(ScriptLoads.SHARED.script().notes()).isEmpty();
    }

    @Test
    void valuesStandInFilesBesideIt() {
        assertThat(ScriptLoads.SHOP.script().files())
                .containsEntry(
                        "product.json",
                        "[{\"id\":\"1\",\"search\":\"tea & cake\"},{\"id\":\"2\",\"search\":\"it's\"}]\n")
                .containsKey("customer.json");
    }

    @Test
    void aLoadThatEndsByItsRequestsTellsHowManyIterationsItHas() {
        assertThat(ScriptLoads.ENTERING.script().iterations()).isEqualTo(400);
        assertThat(ScriptLoads.SHARED.script().iterations()).isEqualTo(400);
        assertThat(ScriptLoads.EVEN.script().iterations()).isZero();
    }

    @Test
    void weightsThatNobodyCouldReadAreRefused() {
        Mix mix = new Mix(List.of(
                new Mix.Part("a", 1, ScriptLoads.request("GET", "/a", "")),
                new Mix.Part("b", 1000, ScriptLoads.request("GET", "/b", ""))));
        assertThatThrownBy(() -> ScriptWriter.write(mix, ScriptLoads.open(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1001 turns");
    }
}
