package dev.headroom.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/schema/run.schema.json} is made of the records. Written anew with {@code -Dheadroom.write}. */
class RunSchemaTest {

    private static final Path PUBLISHED = Path.of("..", "docs", "schema", "run.schema.json");

    @Test
    void thePublishedSchemaIsThatOfTheRecords() throws IOException {
        String made = RecordJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(RunSchema.make()) + "\n";
        if (System.getProperty("headroom.write") != null) {
            Files.writeString(PUBLISHED, made);
        }
        assertThat(Files.readString(PUBLISHED)).isEqualTo(made);
    }
}
