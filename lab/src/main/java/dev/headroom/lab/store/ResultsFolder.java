package dev.headroom.lab.store;

import dev.headroom.core.model.Run;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the results of one experiment go: {@code <out>/<experiment>/<time>/<variant>/run.json}, beside each the output
 * of its services. {@code <out>/<experiment>/latest} links to the newest.
 *
 * @param path the folder of this execution
 */
public record ResultsFolder(Path path) {

    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");
    private static final String LATEST = "latest";

    /** A new folder, named by the local time; two within one second get a number. */
    public static ResultsFolder create(Path out, String experiment, LocalDateTime now) throws IOException {
        Path parent = Files.createDirectories(out.toAbsolutePath().normalize().resolve(experiment));
        for (int number = 1; ; number++) {
            String name = NAME.format(now) + (number == 1 ? "" : "-" + number);
            try {
                ResultsFolder folder = new ResultsFolder(Files.createDirectory(parent.resolve(name)));
                folder.linkLatest();
                return folder;
            } catch (FileAlreadyExistsException e) {
                // taken by a run that began in the same second
            }
        }
    }

    /** An empty folder for a variant; what an interrupted run left in it is removed. */
    public Path start(String variant) throws IOException {
        Path folder = Files.createDirectories(path.resolve(variant));
        try (var leftovers = Files.newDirectoryStream(folder)) {
            for (Path leftover : leftovers) {
                if (Files.isRegularFile(leftover)) {
                    Files.delete(leftover);
                }
            }
        }
        return folder;
    }

    /** The run of a variant, where it was completed before. */
    public Optional<Run> completed(String variant) throws IOException {
        Path file = path.resolve(variant).resolve(RunFile.NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return Optional.of(RunFile.read(file)).filter(run -> run.failure().isEmpty());
    }

    public Path runFile(String variant) {
        return path.resolve(variant).resolve(RunFile.NAME);
    }

    private void linkLatest() throws IOException {
        Path parent = Objects.requireNonNull(path.getParent());
        Path next = parent.resolve(LATEST + ".next");
        try {
            Files.deleteIfExists(next);
            Files.createSymbolicLink(next, path.getFileName());
            Files.move(
                    next, parent.resolve(LATEST), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (UnsupportedOperationException e) {
            // A file system without links: the folders sort by time, the last one is the newest.
        }
    }
}
