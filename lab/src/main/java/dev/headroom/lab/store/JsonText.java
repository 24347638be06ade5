package dev.headroom.lab.store;

import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;

/** Records as JSON, in the form of {@code run.json}. */
public final class JsonText {

    private JsonText() {}

    public static String of(Record value) {
        return RecordJson.pretty(RecordJson.write(value));
    }

    static String why(JacksonException failure) {
        TokenStreamLocation at = failure.getLocation();
        return at == null || at.getLineNr() < 1
                ? failure.getOriginalMessage()
                : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": " + failure.getOriginalMessage();
    }

    /** @throws IOException where the file is no JSON */
    public static JsonNode read(Path file) throws IOException {
        try {
            return RecordJson.MAPPER.readTree(GivenFile.text(file));
        } catch (JacksonException e) {
            throw new IOException(file + " is not JSON: " + why(e), e);
        }
    }
}
