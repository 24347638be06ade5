package dev.headroom.probe.attach;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.os.process.FileStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The file {@code .attach_pidN} that says to a JVM what the signal which follows asks for. It goes when we end; where we are killed, with the next Headroom. */
final class Marker implements AutoCloseable {

    /** As the JDK's own client waits for the JVM: one that is older is waited for by nobody. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Set<Marker> THERE = ConcurrentHashMap.newKeySet();

    private static volatile boolean ending;

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            ending = true;
                            THERE.forEach(Marker::leave);
                        },
                        "headroom-markers"));
    }

    private final Path file;

    private Marker(Path file) {
        this.file = file;
    }

    /** @param folder open until the marker is closed */
    static Path path(Rooted folder, LinuxProcess process) {
        return folder.path().resolve(".attach_pid" + process.pidInside());
    }

    /** @throws java.nio.file.FileAlreadyExistsException where there is anything of that name, a link among them */
    static Marker make(Path file) throws IOException {
        Files.createFile(file);
        Marker marker = new Marker(file);
        THERE.add(marker);
        if (ending) {
            marker.close();
            throw new IOException("Headroom is ending");
        }
        return marker;
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        THERE.remove(this);
    }

    private void leave() {
        try {
            close();
        } catch (IOException e) {
            return; // the next Headroom deletes it
        }
    }

    /** Deletes an old one of our user's: whoever waited for it was killed. */
    static void sweep(Path file, Instant now) throws IOException {
        FileStatus found = FileStatus.of(file, LinkOption.NOFOLLOW_LINKS);
        Instant made =
                Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
        if (found.isRegular()
                && found.size() == 0
                && found.user() == LinuxProcess.ours()
                && made.isBefore(now.minus(PATIENCE))) {
            Files.deleteIfExists(file);
        }
    }
}
