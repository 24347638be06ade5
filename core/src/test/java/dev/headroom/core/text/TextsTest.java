package dev.headroom.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TextsTest {

    private record Inner(int count, String name) {}

    private record Outer(
            String name,
            List<Inner> list,
            Map<String, Inner> map,
            Optional<Inner> one,
            Set<String> set,
            Path path,
            List<String> arguments) {}

    private static final Outer OUTER = new Outer(
            "a",
            List.of(new Inner(1, "b")),
            Map.of("key", new Inner(2, "c")),
            Optional.of(new Inner(3, "d")),
            Set.of("e"),
            Path.of("f"),
            List.of("--token", "g", "h"));

    @Test
    void allTextsAreChanged() {
        assertThat(Texts.change(OUTER, (name, text) -> text + "!"))
                .isEqualTo(new Outer(
                        "a!",
                        List.of(new Inner(1, "b!")),
                        Map.of("key!", new Inner(2, "c!")),
                        Optional.of(new Inner(3, "d!")),
                        Set.of("e!"),
                        Path.of("f!"),
                        List.of("--token!", "g!", "h!")));
    }

    @Test
    void aTextIsKnownByWhatStandsBeforeIt() {
        assertThat(Texts.change(OUTER, (name, text) -> name).arguments())
                .containsExactly("arguments", "token", "arguments");
    }

    @Test
    void whatHasNothingToChangeIsTheSame() {
        assertThat(Texts.change(OUTER, (name, text) -> text)).isSameAs(OUTER);
    }
}
