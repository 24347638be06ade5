package dev.headroom.agent.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogueTest {

    private static final Path RESOURCES = Path.of("src/main/resources/dev/headroom/agent");

    @Test
    void everyFileOfALibraryIsNamedOnce() throws Exception {
        List<String> named = Files.readString(RESOURCES.resolve("libraries.txt"))
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        try (Stream<Path> files = Files.list(RESOURCES.resolve("libraries"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            named.stream().map(name -> name + ".limits").toList());
        }
    }

    @Test
    void noLimitIsDescribedTwice() throws Exception {
        List<String> ids =
                Catalogue.text().lines().filter(line -> line.startsWith("[")).toList();
        assertThat(ids).hasSizeGreaterThan(30).doesNotHaveDuplicates();
    }
}
