package dev.headroom.cli.files;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.harness.ConfusionTable;
import dev.headroom.harness.TrialRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes what trials told after each of them, beside its files, so that whoever breaks off hours of them has those that are done, and those of an earlier
 * run.
 */
public record TrialFiles(Optional<Path> json, Optional<Path> markdown) {

    /** Before the first trial, so that what is wrong with the place is told at once. */
    public void makeRoom() throws IOException, BadInput {
        for (Path file : Stream.of(json, markdown).flatMap(Optional::stream).toList()) {
            ReportFiles.makeRoomFor(file);
        }
    }

    /** A file that cannot be written ends no trial: {@link #finish} tells. */
    public void grow(List<TrialRow> rows) {
        texts(rows).forEach(ReportFiles::writeSoFar);
    }

    /** All of them, in place of those of an earlier run. */
    public void finish(List<TrialRow> rows) throws IOException {
        for (Map.Entry<Path, String> text : texts(rows).entrySet()) {
            ReportFiles.finish(text.getKey(), text.getValue());
        }
    }

    private Map<Path, String> texts(List<TrialRow> rows) {
        Map<Path, String> texts = new LinkedHashMap<>();
        json.ifPresent(file -> texts.put(
                file,
                JsonMapper.shared()
                        .writerWithDefaultPrettyPrinter()
                        .writeValueAsString(rows.stream().map(TrialRow::json).toList())));
        markdown.ifPresent(file -> texts.put(file, ConfusionTable.of(rows) + "\n\n" + ConfusionTable.all(rows) + "\n"));
        return texts;
    }
}
