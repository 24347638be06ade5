package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The kinds of limits in {@code docs/schema/experiment.schema.json} are those of {@link LimitKind}. Written anew with {@code -Dheadroom.write}. */
class KindsOfTheSchemaTest {

    private static final Path SCHEMA = Path.of("..", "docs", "schema", "experiment.schema.json");

    /** Both lists: what an experiment expects to bind, with and without the word for nothing. */
    private static final Pattern KINDS =
            Pattern.compile("(\"enum\": \\[)(\\s+\"nothing\",)?(\\s+)\"worker-pool\"[^\\]]*?(\\s+\\])");

    @Test
    void areThoseOfTheCode() throws IOException {
        String kinds = Arrays.stream(LimitKind.values())
                .filter(kind -> kind != LimitKind.GENERATOR) // then the run is void
                .map(kind -> '"' + kind.id() + '"')
                .collect(Collectors.joining(", "));
        String published = Files.readString(SCHEMA);
        String made = KINDS.matcher(published).replaceAll("$1$2$3" + kinds + "$4");

        assertThat(KINDS.matcher(published).results()).hasSize(2);
        if (System.getProperty("headroom.write") != null) {
            Files.writeString(SCHEMA, made);
        }
        assertThat(Files.readString(SCHEMA)).isEqualTo(made);
    }
}
