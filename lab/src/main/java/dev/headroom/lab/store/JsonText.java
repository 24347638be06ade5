package dev.headroom.lab.store;

import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Records as JSON, in the form of {@code run.json}. */
public final class JsonText {

    private JsonText() {}

    public static String of(Record value) {
        return RecordJson.pretty(RecordJson.write(value));
    }

    /** @throws IOException where the file is no JSON */
    public static JsonNode read(Path file) throws IOException {
        try {
            return RecordJson.MAPPER.readTree(GivenFile.text(file));
        } catch (JacksonException e) {
            throw new IOException(file + " is not JSON: " + e.getOriginalMessage(), e);
        }
    }
}
