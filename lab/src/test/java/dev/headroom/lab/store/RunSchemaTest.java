package dev.headroom.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code docs/schema/run.schema.json} is made of the records. Written anew with {@code -Dheadroom.write}. */
class RunSchemaTest {

    private static final Path PUBLISHED = Path.of("..", "docs", "schema", "run.schema.json");
    private static final Path PAGE = Path.of("..", "docs", "run-json.md");

    private static final Pattern CODE = Pattern.compile("`[^`\\n]+`");
    private static final Pattern NO_WORD = Pattern.compile("[^\\w-]+");

    @Test
    void thePublishedSchemaIsThatOfTheRecords() throws IOException {
        String made = RecordJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(RunSchema.make()) + "\n";
        if (System.getProperty("headroom.write") != null) {
            Files.writeString(PUBLISHED, made);
        }
        assertThat(Files.readString(PUBLISHED)).isEqualTo(made);
    }

    @Test
    void thePageNamesEveryFieldOfIt() throws IOException {
        Set<String> named = CODE.matcher(Files.readString(PAGE))
                .results()
                .map(MatchResult::group)
                .flatMap(NO_WORD::splitAsStream)
                .collect(Collectors.toSet());

        assertThat(fields(RunSchema.make()).distinct()).hasSizeGreaterThan(200).isSubsetOf(named);
    }

    private static Stream<String> fields(JsonNode schema) {
        return Stream.concat(
                schema.path("properties").propertyNames().stream(),
                schema.valueStream().flatMap(RunSchemaTest::fields));
    }
}
