package dev.headroom.lab.store;

import dev.headroom.core.model.Run;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes and reads {@code run.json}. The file appears whole or not at all. */
public final class RunFile {

    public static final String NAME = "run.json";

    /** Long lists: one element a line, so that the rest of the file can be read by eye. */
    private static final Set<String> ONE_A_LINE = Set.of("series", "threads");

    private static final JsonMapper JSON = new JsonMapper();

    private RunFile() {}

    /** @return the file that was written, {@code folder/run.json} */
    public static Path write(Run run, Path folder) throws IOException {
        Path whole = folder.resolve(NAME);
        Path part = folder.resolve(NAME + ".part");
        try {
            try (Writer out = Files.newBufferedWriter(part)) {
                write(RunJson.write(run), out);
            }
            return Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw e;
        }
    }

    public static Run read(Path file) throws IOException {
        try {
            return RunJson.read(JSON.readTree(Files.readString(file)));
        } catch (JacksonException e) {
            throw new BadRunFileException(file + " is not JSON: " + e.getOriginalMessage(), e);
        } catch (BadRunFileException e) {
            throw new BadRunFileException(file + ": " + e.getMessage(), e);
        }
    }

    private static void write(ObjectNode json, Writer out) throws IOException {
        ObjectWriter pretty = JSON.writerWithDefaultPrettyPrinter();
        Iterator<Map.Entry<String, JsonNode>> fields = json.properties().iterator();
        out.write("{\n");
        while (fields.hasNext()) {
            Map.Entry<String, JsonNode> field = fields.next();
            out.write("  \"" + field.getKey() + "\" : ");
            if (ONE_A_LINE.contains(field.getKey())) {
                writeLines(field.getValue(), out);
            } else {
                out.write(pretty.writeValueAsString(field.getValue())
                        .replace(System.lineSeparator(), "\n")
                        .replace("\n", "\n  "));
            }
            out.write(fields.hasNext() ? ",\n" : "\n");
        }
        out.write("}\n");
    }

    private static void writeLines(JsonNode list, Writer out) throws IOException {
        out.write("[");
        String separator = "\n    ";
        for (JsonNode element : list) {
            out.write(separator);
            out.write(JSON.writeValueAsString(element));
            separator = ",\n    ";
        }
        out.write("\n  ]");
    }
}
