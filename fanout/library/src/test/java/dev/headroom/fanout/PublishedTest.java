package dev.headroom.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said about the published modules beside their POMs is so. */
class PublishedTest {
    private static final Pattern REVISION = Pattern.compile("<revision>(.*)</revision>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*)</artifactId>");
    private static final Pattern NAMED = Pattern.compile(
            "<groupId>dev\\.headroom</groupId>\\s*<artifactId>.*</artifactId>\\s*(?:<version>(.*)</version>)?");

    @ParameterizedTest
    @ValueSource(strings = {"fanout.md", "fanout-spring-boot.md"})
    void everySnippetNamesTheVersionOfTheBuild(String guide) throws IOException {
        List<String> revision = found(REVISION, Path.of("../../pom.xml"));
        assertThat(revision).hasSize(1);
        assertThat(found(NAMED, Path.of("../../docs", guide))).isNotEmpty().containsOnly(revision.getFirst());
    }

    @Test
    void theBomAndTheStepsOfAReleaseHaveEveryModule() throws IOException {
        String bom = Files.readString(Path.of("../bom/pom.xml"));
        String steps = Files.readString(Path.of("../../CONTRIBUTING.md"));
        for (Path pom : published()) {
            String artifact = found(ARTIFACT, pom).get(1); // the first is the parent's
            assertThat(bom).contains("<artifactId>" + artifact + "</artifactId>");
            assertThat(steps).containsPattern("clean deploy -pl [^`]*\\bfanout/" + folder(pom) + "[,`]");
        }
    }

    /** Those whose parent is the one of what is published, but for the BOM itself. */
    private static List<Path> published() throws IOException {
        try (Stream<Path> poms = Files.find(Path.of(".."), 2, (file, attributes) -> file.endsWith("pom.xml"))) {
            List<Path> found = new ArrayList<>();
            for (Path pom : poms.toList()) {
                String text = Files.readString(pom);
                if (text.contains("<artifactId>fanout-parent</artifactId>\n    <version>")
                        && !text.contains("<packaging>pom<")) {
                    found.add(pom);
                }
            }
            assertThat(found).extracting(PublishedTest::folder).contains("library", "spring-boot-starter");
            return found;
        }
    }

    private static String folder(Path pom) {
        return pom.getName(pom.getNameCount() - 2).toString();
    }

    private static List<String> found(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map(match -> String.valueOf(match.group(1)))
                .toList();
    }
}
