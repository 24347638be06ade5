package dev.headroom.core.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.libraries.Libraries.Section;
import dev.headroom.core.model.LimitKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code docs/limits.md} is made of a page for each kind of limit, in {@code docs/limits}, and of the rows that the files of libraries have for it. Written anew
 * with {@code -Dheadroom.write}.
 */
class LimitsPageTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final String ROWS = "{{rows}}";

    /** The page lies one folder above its parts. */
    private static final String UP = "](../";

    private static final String HEAD =
            "| where | default | setting | in code | trial |\n| --- | --- | --- | --- | --- |\n";

    private static final String MADE =
            "<!-- Made of limits/*.md and the rows in the files of libraries: change those, then ./mvnw test -pl core -Dtest=LimitsPageTest -Dheadroom.write -->\n";

    @Test
    void itIsWhatItIsMadeOf() throws IOException {
        Path file = DOCS.resolve("limits.md");
        if (System.getProperty("headroom.write") != null) {
            Files.writeString(file, page());
        }
        assertThat(Files.readString(file)).isEqualTo(page());
    }

    @ParameterizedTest
    @EnumSource
    void eachKindOfLimitHasAPage(LimitKind kind) {
        assertThat(part(kind.id())).isRegularFile();
    }

    private static String page() throws IOException {
        List<String> parts = new ArrayList<>(List.of(Files.readString(part("intro"))));
        for (LimitKind kind : LimitKind.values()) {
            String text = Files.readString(part(kind.id()));
            assertThat(text.contains(ROWS))
                    .as(kind.id())
                    .isEqualTo(rows(kind).findAny().isPresent());
            parts.add(text.replace(ROWS + "\n", HEAD + rows(kind).collect(Collectors.joining())));
        }
        parts.add(Files.readString(part("all-requests-fail")));
        return MADE + String.join("\n", parts).replace(UP, "](");
    }

    private static Stream<String> rows(LimitKind kind) {
        String beginning = kind.id() + " | ";
        return Libraries.packed().sections().stream()
                .map(Section::keys)
                .flatMap(keys -> keys.getOrDefault("row", List.of()).stream())
                .filter(row -> row.startsWith(beginning))
                .map(row -> "| " + row.substring(beginning.length()) + " |\n");
    }

    private static Path part(String name) {
        return DOCS.resolve("limits").resolve(name + ".md");
    }
}
