package dev.headroom.lab.experiment;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Entries of a class path: jars and folders as they are written, and globs for all jars that match. */
public final class ClassPath {

    private static final String GLOB = ".*[*?\\[{].*";

    private ClassPath() {}

    /** As {@code java -cp} takes it. */
    public static String of(List<String> entries) {
        return entries.stream()
                .flatMap(entry -> expand(entry).stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * The files that an entry stands for, in alphabetical order; none where it stands for nothing.
     *
     * @param entry absolute
     */
    static List<Path> expand(String entry) {
        List<String> fixed = new ArrayList<>();
        for (String step : entry.split("/", -1)) {
            if (step.matches(GLOB)) {
                break;
            }
            fixed.add(step);
        }
        String folder = String.join("/", fixed);
        if (folder.equals(entry)) {
            Path path = Path.of(entry);
            return Files.exists(path) ? List.of(path) : List.of();
        }
        Path root = Path.of(folder + "/");
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        PathMatcher matcher = root.getFileSystem().getPathMatcher("glob:" + entry);
        int depth = entry.contains("**") ? Integer.MAX_VALUE : entry.split("/", -1).length - fixed.size();
        try (Stream<Path> files = Files.walk(root, depth)) {
            return files.filter(matcher::matches)
                    .filter(file -> file.toString().endsWith(".jar") && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(); // what cannot be read is not there for the service either
        }
    }
}
