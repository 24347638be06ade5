package dev.headroom.cli;

import dev.headroom.core.model.ExperimentResult;
import dev.headroom.report.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes {@code report.html} and {@code report.md} beside the runs; a reader never sees half a page. */
final class ReportFiles {

    private ReportFiles() {}

    static Path write(Path folder, ExperimentResult result) throws IOException {
        replace(folder.resolve("report.md"), Reports.markdown(result));
        return replace(folder.resolve("report.html"), Reports.html(result));
    }

    private static Path replace(Path file, String text) throws IOException {
        Path half = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.writeString(half, text);
            return Files.move(half, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(half);
            throw new IOException(
                    "cannot write " + file + " (" + e.getMessage() + "): free some space, then `headroom report "
                            + file.getParent() + "`",
                    e);
        }
    }
}
