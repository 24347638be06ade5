package dev.headroom.probe.os;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads Linux' {@code /proc}; everything is empty where there is none, or where what it speaks of has ended. */
public final class ProcFiles {

    private ProcFiles() {}

    public static Optional<String> text(String path) {
        try {
            return Optional.of(Files.readString(Path.of(path)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public static List<Path> list(String folder) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(folder))) {
            entries.forEach(found::add);
        } catch (IOException e) {
            return List.of();
        }
        return found;
    }

    public static Optional<String> link(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link).toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
