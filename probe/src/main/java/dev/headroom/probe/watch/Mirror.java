package dev.headroom.probe.watch;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.os.process.FileStatus;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The files of the folder in which a JVM of another user, or with other files than ours, records, as the JDK's reader may have them: it opens whatever has the
 * name of a recording, a device or a pipe behind a link as well, with our rights. So it is given a folder of ours, with links to those files that are the JVM's user's own, which were
 * opened before.
 */
final class Mirror implements AutoCloseable {

    /** Deletes the folder where we are killed: then the pipe to it ends. What comes from the terminal is not for it. */
    private static final String HEIR = "trap '' INT TERM HUP; cat >/dev/null; rm -rf -- \"$0\"";

    private static final String FILES = "*.jfr";

    /** A recorder keeps a few. */
    private static final int MOST = 1_000;

    /** The reader looks for a new file each second. */
    private static final long STEP_MILLIS = 200;

    private final Rooted repository;
    private final long user;
    private final Path folder;
    private final Process heir;
    private final Map<String, Rooted> files = new HashMap<>();
    private final Set<String> refused = new HashSet<>();
    private boolean closed;

    private Mirror(Rooted repository, long user) throws IOException {
        this.repository = repository;
        this.user = user;
        folder = Files.createTempDirectory("headroom-flight");
        heir = new ProcessBuilder("sh", "-c", HEIR, folder.toString()).start();
    }

    /**
     * @param named by the JVM
     * @throws IOException where that is no folder of its user's
     */
    static Mirror of(LinuxProcess process, Path named) throws IOException {
        Rooted repository = process.open(named.toString());
        try {
            FileStatus status = FileStatus.of(repository.path());
            if (!Files.isDirectory(repository.path()) || status.user() != process.user()) {
                throw new IOException("it is not a directory of the JVM's user");
            }
            Mirror mirror = new Mirror(repository, process.user());
            mirror.look();
            Thread.ofPlatform().daemon().name("headroom-flight").start(mirror::follow);
            return mirror;
        } catch (IOException e) {
            repository.close();
            throw e;
        }
    }

    /**
     * Of a JVM whose user is ours, and whose files are, there is none: it can do nothing that we could not do.
     *
     * @throws IOException as {@link #of}
     */
    static Optional<Mirror> where(long pid, Path named) throws IOException {
        LinuxProcess process = LinuxProcess.of(pid).orElseThrow(() -> new IOException("the JVM has ended"));
        return process.user() != LinuxProcess.ours() || !process.shares("mnt")
                ? Optional.of(of(process, named))
                : Optional.empty();
    }

    Path path() {
        return folder;
    }

    private void follow() {
        try {
            while (look()) {
                Thread.sleep(STEP_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            return; // the folder has gone, and the JVM with it
        }
    }

    /** Takes what is new, and lets go of what the JVM has deleted, so that its disk gets the room back. */
    private synchronized boolean look() throws IOException {
        if (closed) {
            return false;
        }
        Set<String> gone = new HashSet<>(files.keySet());
        try (DirectoryStream<Path> found = Files.newDirectoryStream(repository.path(), FILES)) {
            for (Path file : found) {
                String name = file.getFileName().toString();
                if (!gone.remove(name) && files.size() < MOST && refused.size() < MOST && !refused.contains(name)) {
                    take(name);
                }
            }
        }
        for (String name : gone) {
            Files.deleteIfExists(folder.resolve(name));
            Rooted file = files.remove(name);
            if (file != null) {
                file.close();
            }
        }
        return true;
    }

    private void take(String name) throws IOException {
        try (Rooted found = repository.child(name)) {
            FileStatus status = FileStatus.of(found.path());
            if (status.isRegular() && status.user() == user) {
                Rooted file = found.readable();
                files.put(name, file);
                Files.createSymbolicLink(folder.resolve(name), file.path());
            } else {
                refused.add(name);
            }
        } catch (IOException e) {
            refused.add(name); // gone again, or under a lease
        }
    }

    private static void delete(Path folder) {
        try (DirectoryStream<Path> links = Files.newDirectoryStream(folder)) {
            for (Path link : links) {
                Files.deleteIfExists(link);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            return; // somebody has put other files there
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            delete(folder);
            heir.destroyForcibly();
            files.values().forEach(Rooted::close);
            repository.close();
        }
    }
}
