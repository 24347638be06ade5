package dev.headroom.lab.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.Optional;

/** {@code latest}, beside the folders of results, leads to the newest of them. A convenience: nothing fails for want of it, since the folders sort by time. */
final class LatestLink {

    private static final String NAME = "latest";

    private LatestLink() {}

    /** @return why it does not lead there; empty where it does */
    static Optional<String> to(Path folder) {
        Path parent = Objects.requireNonNull(folder.getParent());
        Path next = parent.resolve(NAME + ".next");
        try {
            Files.deleteIfExists(next);
            Files.createSymbolicLink(next, folder.getFileName());
            Files.move(next, parent.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return Optional.empty();
        } catch (IOException | UnsupportedOperationException e) {
            remove(next);
            return Optional.of(parent.resolve(NAME) + " does not lead to these results (" + FileFailure.why(e)
                    + "): they are in " + folder);
        }
    }

    private static void remove(Path next) {
        try {
            Files.deleteIfExists(next);
        } catch (IOException e) {
            // the next link takes its place
        }
    }
}
