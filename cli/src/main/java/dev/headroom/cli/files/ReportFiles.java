package dev.headroom.cli.files;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.lab.store.FileFailure;
import dev.headroom.lab.store.RunFile;
import dev.headroom.report.Reports;
import dev.headroom.report.view.IndexEntry;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Writes {@code report.html} and {@code report.md} beside the runs, and {@code index.html} over several; a reader never sees half a page. */
public final class ReportFiles {

    private ReportFiles() {}

    public static Path write(Path folder, ExperimentResult result) throws IOException {
        replace(folder.resolve("report.md"), Reports.markdown(result));
        return replace(folder.resolve("report.html"), Reports.html(result));
    }

    /** The page that leads to the reports of several experiments. */
    public static Path writeIndex(Path folder, Instant startedAt, Duration elapsed, List<IndexEntry> entries)
            throws IOException {
        return replace(folder.resolve("index.html"), Reports.index(startedAt, elapsed, entries));
    }

    /** From a page in {@code folder} to {@code page}, so that both can be moved together. */
    public static String link(Path folder, Path page) throws IOException {
        List<String> steps = new ArrayList<>();
        for (Path step : folder.toRealPath().relativize(page.toRealPath())) {
            steps.add(encoded(step.toString()));
        }
        return String.join("/", steps);
    }

    private static String encoded(String step) throws IOException {
        try {
            return new URI(null, null, "/" + step, null).toASCIIString().substring(1);
        } catch (URISyntaxException e) {
            throw new IOException("no link can lead to " + step, e);
        }
    }

    /** Before a long run, so that what is wrong with the place is told at once. */
    public static void makeRoomFor(Path file) throws IOException, BadInput {
        if (Files.isDirectory(file)) {
            throw new BadInput(file + " is a folder; expected the name of a file to write");
        }
        if (staysWhatItIs(file)) {
            if (Files.exists(file) && !Files.isWritable(file)) {
                throw new IOException("cannot write " + file + ": this user may not");
            }
            return;
        }
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IOException("cannot write " + file + " (" + FileFailure.why(e) + "): name a file elsewhere", e);
        }
        if (!Files.isWritable(folder)) {
            throw new IOException(
                    "cannot write " + file + " (this user may not write to " + folder + "): name a file elsewhere");
        }
    }

    /** What an earlier command has left there is not to be taken for this one's. */
    public static void removeEarlier(Path file) throws IOException {
        if (!staysWhatItIs(file)) {
            Files.deleteIfExists(file);
        }
    }

    /** A link, such as {@code /dev/stdout}, a pipe or a device. */
    private static boolean staysWhatItIs(Path file) {
        return Files.isSymbolicLink(file) || Files.exists(file) && !Files.isRegularFile(file);
    }

    /** And none that this process has open, as its standard output. */
    private static boolean isOurs(Path file) {
        Path named = file.toAbsolutePath();
        return !named.startsWith("/dev")
                && !named.startsWith("/proc")
                && (!Files.exists(file) || Files.isRegularFile(file));
    }

    /** A file that the user named: a link, a pipe or a device is written to and stays what it is. */
    public static void write(Path file, String text) throws IOException {
        try {
            if (staysWhatItIs(file)) {
                if (isOurs(file)) {
                    Files.writeString(file, text);
                } else {
                    Files.writeString(file, text, StandardOpenOption.APPEND);
                }
            } else {
                RunFile.replace(file.toAbsolutePath(), text);
            }
        } catch (IOException e) {
            throw unwritten(file, e);
        }
    }

    /**
     * What there is so far, in a file of its own beside the one that {@link #finish} writes, which keeps until then what an earlier command has left in it.
     * One that cannot be written is not told: {@link #finish} tells.
     */
    public static void writeSoFar(Path file, String text) {
        if (!isReplaced(file)) {
            return;
        }
        try {
            RunFile.replace(part(file), text);
        } catch (IOException e) {
            // told at the end
        }
    }

    /** All of it; what {@link #writeSoFar} has written goes, but stays where the file cannot be written. */
    public static void finish(Path file, String text) throws IOException {
        if (staysWhatItIs(file)) {
            write(file, text);
            if (isOurs(file)) {
                Files.deleteIfExists(part(file));
            }
            return;
        }
        try {
            Path part = RunFile.replace(part(file), text);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unwritten(file, e);
        }
    }

    private static Path part(Path file) {
        return file.toAbsolutePath().resolveSibling(file.getFileName() + ".part");
    }

    private static IOException unwritten(Path file, IOException e) {
        return new IOException(
                "cannot write " + file + " (" + FileFailure.why(e) + "): free some space, or name a file elsewhere", e);
    }

    /** A pipe or a device would have all of it twice. */
    static boolean isReplaced(Path file) {
        return !staysWhatItIs(file) || isOurs(file);
    }

    private static Path replace(Path file, String text) throws IOException {
        try {
            return RunFile.replace(file, text);
        } catch (IOException e) {
            throw new IOException(
                    "cannot write " + file + " (" + FileFailure.why(e) + "): free some space, then `headroom report "
                            + file.getParent() + "`",
                    e);
        }
    }
}
