package dev.headroom.lab.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders and files for the eyes of the user alone (modes 700 and 600), where the file system knows modes. */
public final class PrivateFiles {

    private PrivateFiles() {}

    /** Makes the folder and those above it that are missing. */
    public static Path directories(Path folder) throws IOException {
        return Files.createDirectories(folder, mode(folder, "rwx------"));
    }

    /** @throws FileAlreadyExistsException where it is there */
    public static Path directory(Path folder) throws IOException {
        return Files.createDirectory(folder, mode(folder, "rwx------"));
    }

    /** An empty file in place of what was there. */
    public static Path file(Path file) throws IOException {
        Files.deleteIfExists(file);
        return Files.createFile(file, mode(file, "rw-------"));
    }

    /** With all that is in it; nothing where it is not there. */
    public static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(tree)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path one : deepestFirst) {
            Files.deleteIfExists(one);
        }
    }

    private static FileAttribute<?>[] mode(Path path, String mode) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }
}
