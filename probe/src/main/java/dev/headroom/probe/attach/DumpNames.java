package dev.headroom.probe.attach;

import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.os.process.FileStatus;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names under which a JVM writes dumps of virtual threads, and what is left of them. */
public final class DumpNames {

    /** A process id since there are pipes; before, files had none. */
    private static final Pattern OURS =
            Pattern.compile("headroom-(?:(\\d{1,9})-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.json");

    /** Many times as long as a dump may take: what is older is nobody's where its process has ended. */
    static final Duration OLD = Duration.ofMinutes(1);

    /** What is older is nobody's in any case: a process that has its number is another, or that was one of another namespace. */
    static final Duration OLD_IN_ANY_CASE = Duration.ofHours(1);

    private DumpNames() {}

    public static String next() {
        return "headroom-" + ProcessHandle.current().pid() + "-" + UUID.randomUUID() + ".json";
    }

    /**
     * Deletes what Headrooms that were killed left in that folder.
     *
     * @param users numbers of those whose it may be
     */
    static void sweep(Rooted folder, Set<Long> users, Instant now) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.path(), "headroom-*.json")) {
            for (Path file : files) {
                Matcher name = OURS.matcher(file.getFileName().toString());
                if (name.matches()) {
                    sweepOne(folder, file, users, now.minus(isAlive(name.group(1)) ? OLD_IN_ANY_CASE : OLD));
                }
            }
        } catch (IOException e) {
            return; // not ours to look into
        }
    }

    private static boolean isAlive(@Nullable String pid) {
        return pid != null && ProcessHandle.of(Long.parseLong(pid)).isPresent();
    }

    private static void sweepOne(Rooted folder, Path file, Set<Long> users, Instant before) {
        try (Rooted found = folder.child(file.getFileName().toString())) {
            FileStatus seen = FileStatus.of(found.path());
            boolean old = Files.getLastModifiedTime(found.path()).toInstant().isBefore(before);
            if (!old || !users.contains(seen.user())) {
                return;
            }
            if (seen.isNamedPipe()) { // and nothing else is opened, such as a device
                // should a JVM be waiting for a reader, it finds one, and none when it writes
                FileChannel.open(found.path(), StandardOpenOption.READ, StandardOpenOption.WRITE)
                        .close();
            }
            Files.deleteIfExists(file); // of a link not what it leads to
        } catch (IOException e) {
            return; // another was faster, or it is not ours to delete
        }
    }
}
