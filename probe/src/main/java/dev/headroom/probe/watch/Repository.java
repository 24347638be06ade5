package dev.headroom.probe.watch;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a JVM's flight recorder writes. The files there belong to all recordings of the JVM, so Headroom deletes none: a JVM that ends by itself deletes what was Headroom's,
 * and what one that was killed leaves behind is told.
 *
 * @param named by the JVM
 * @param seen the same folder as we see it
 */
record Repository(Path named, Path seen, Optional<ProcessHandle> process) {

    Optional<String> leftBehind() {
        boolean ended = process.filter(ProcessHandle::isAlive).isEmpty();
        // what was seen through a process that has ended is not to be seen any more
        return ended && (Files.isDirectory(seen, LinkOption.NOFOLLOW_LINKS) || !seen.equals(named))
                ? Optional.of("if the JVM was killed, the files of its flight recorder stay in " + named
                        + ": Headroom deletes nothing there, for other recordings write to the same files")
                : Optional.empty();
    }
}
