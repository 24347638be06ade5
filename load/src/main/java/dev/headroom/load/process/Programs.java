package dev.headroom.load.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs by name, as a shell finds them. */
public final class Programs {

    private Programs() {}

    /** @param path folders, as in the environment variable {@code PATH} */
    public static Optional<Path> find(String name, String path) {
        return Stream.of(path.split(File.pathSeparator, -1))
                .filter(folder ->
                        !folder.isEmpty()) // to a shell, the folder where it stands: whatever lies there is not run
                .map(folder -> Path.of(folder).resolve(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
