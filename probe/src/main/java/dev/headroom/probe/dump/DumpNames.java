package dev.headroom.probe.dump;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names under which a JVM writes dumps of virtual threads, and what is left of them. */
final class DumpNames {

    /** A process id since there are pipes; before, files had none. */
    private static final Pattern OURS =
            Pattern.compile("headroom-(?:(\\d{1,9})-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.json");

    /** Many times as long as a dump may take: what is older is nobody's, even where its process id is of another namespace. */
    static final Duration OLD = Duration.ofMinutes(1);

    private DumpNames() {}

    static String next() {
        return "headroom-" + ProcessHandle.current().pid() + "-" + UUID.randomUUID() + ".json";
    }

    /**
     * Deletes what Headrooms that were killed left in that folder.
     *
     * @param users numbers of those whose it may be
     */
    static void sweep(Path folder, Set<?> users, Instant now) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "headroom-*.json")) {
            for (Path file : files) {
                Matcher name = OURS.matcher(file.getFileName().toString());
                if (name.matches() && !isAlive(name.group(1))) {
                    sweepOne(file, users, now);
                }
            }
        } catch (IOException e) {
            return; // not ours to look into
        }
    }

    private static boolean isAlive(@Nullable String pid) {
        return pid != null && ProcessHandle.of(Long.parseLong(pid)).isPresent();
    }

    private static void sweepOne(Path file, Set<?> users, Instant now) {
        try {
            BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean old = seen.lastModifiedTime().toInstant().isBefore(now.minus(OLD));
            boolean theirs = !users.contains(Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS));
            if (!old || theirs) {
                return;
            }
            if (seen.isOther()) {
                // should a JVM be waiting for a reader, it finds one, and none when it writes
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)
                        .close();
            }
            Files.deleteIfExists(file); // of a link not what it leads to
        } catch (IOException e) {
            return; // another was faster, or it is not ours to delete
        }
    }
}
