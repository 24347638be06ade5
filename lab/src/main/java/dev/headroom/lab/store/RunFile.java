package dev.headroom.lab.store;

import dev.headroom.core.model.result.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes and reads {@code run.json}. The file appears whole or not at all. */
public final class RunFile {

    public static final String NAME = "run.json";

    private RunFile() {}

    /** @return the file that was written, {@code folder/run.json} */
    public static Path write(Run run, Path folder) throws IOException {
        return replace(folder.resolve(NAME), text(RunLayout.write(run)));
    }

    public static Run read(Path file) throws IOException {
        String text = textOf(file);
        try {
            return parse(text);
        } catch (BadRunFileException e) {
            throw new BadRunFileException(file + ": " + e.getMessage(), e);
        }
    }

    /** @throws BadRunFileException whatever else is there in place of a text */
    static String textOf(Path file) throws BadRunFileException {
        try {
            return GivenFile.text(file);
        } catch (IOException e) {
            throw new BadRunFileException(String.valueOf(e.getMessage()), e);
        }
    }

    /** @throws BadRunFileException whatever else the text is */
    static Run parse(String text) throws BadRunFileException {
        try {
            return RunLayout.read(RecordJson.MAPPER.readTree(text));
        } catch (JacksonException e) {
            throw new BadRunFileException("not JSON: " + JsonText.why(e), e);
        }
    }

    /** Writes a file for the user alone; a reader sees the old one or the new one, never a part. */
    public static Path replace(Path file, String text) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.writeString(PrivateFiles.file(part), text);
            return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw e;
        }
    }

    private static String text(ObjectNode json) {
        return json.properties().stream()
                .map(field -> "  \"" + field.getKey() + "\" : " + value(field))
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }

    /** Of the long lists one element a line, so that the rest of the file can be read by eye. */
    private static String value(Map.Entry<String, JsonNode> field) {
        return RunLayout.LONG.contains(field.getKey())
                ? field.getValue()
                        .valueStream()
                        .map(RecordJson::line)
                        .collect(Collectors.joining(",\n    ", "[\n    ", "\n  ]"))
                : RecordJson.pretty(field.getValue()).replace("\n", "\n  ");
    }
}
