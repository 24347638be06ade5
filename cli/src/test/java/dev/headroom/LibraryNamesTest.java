package dev.headroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.libraries.Libraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of a library stands in its file, and nowhere in the code of those who diagnose with it, run services or tell of them. */
class LibraryNamesTest {

    /** The platform, and what is ours. */
    private static final List<String> NONE = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "kotlin.", "rx.");

    /** Files of no library: with why the code may say their names. */
    private static final List<String> NO_NAMES = List.of(
            "jdk", // the platform
            "jdk-waits", // the platform
            "packages"); // the list of packages that are nobody's own code

    private static final Pattern COMMENT = Pattern.compile("/\\*(?s:.*?)\\*/|(?m:^\\s*//.*$)");
    private static final Pattern TEXT = Pattern.compile("\"(?:\\\\.|[^\"\\\\\\n])*\"");

    @ParameterizedTest
    @ValueSource(strings = {"core", "agent", "probe", "lab", "report", "cli"})
    void noTextInTheCodeNamesALibrary(String module) throws IOException {
        List<String> packages = Libraries.packed().words("packages").stream()
                .filter(name -> NONE.stream().noneMatch(name::equals))
                .toList();
        List<Pattern> names = Libraries.packed().sections().stream()
                .map(Libraries.Section::library)
                .distinct()
                .filter(name -> !NO_NAMES.contains(name))
                .map(name -> Pattern.compile("\\b" + Pattern.quote(name) + "\\b"))
                .toList();
        assertThat(names).hasSizeGreaterThan(20);
        assertThat(texts(module)
                        .filter(text -> packages.stream().anyMatch(text::contains)
                                || names.stream()
                                        .anyMatch(name -> name.matcher(text).find())))
                .isEmpty();
    }

    private static Stream<String> texts(String module) throws IOException {
        Path sources = Path.of("..", module, "src", "main", "java");
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(file -> file.toString().endsWith(".java")).toList();
        }
        assertThat(files).isNotEmpty();
        return files.stream().flatMap(file -> {
            try {
                return TEXT.matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""))
                        .results()
                        .map(MatchResult::group)
                        .map(text -> text.toLowerCase(Locale.ROOT));
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }
}
