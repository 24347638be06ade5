package dev.headroom.probe.heap;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.attach.AttachSocket;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.process.FolderRoom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where heap dumps lie while they are read: in a folder that nobody else may enter, and no longer. They hold whatever the service has in its memory. What a
 * Headroom that was killed left there, the next deletes: a file in it is locked for as long as it is in use, and the kernel ends that with the process,
 * whoever has its number then and whatever process namespace it was in.
 */
public final class HeapFolder implements AutoCloseable {

    private static final String PREFIX = "headroom-heap-";

    private static final Pattern MADE = Pattern.compile(PREFIX + "\\d{1,9}-.*");

    private static final String LOCK = "lock";

    /** Of one that is locked but not marked yet. */
    private static final Duration MADE_WITHIN = Duration.ofMinutes(1);

    /** Of one without a lock, as an older Headroom makes it: dumps are read in seconds. */
    private static final Duration READ_WITHIN = Duration.ofHours(1);

    /** Names of our own: a process that closes a file loses its locks of it, so these must not be opened again. */
    private static final Set<String> OURS = ConcurrentHashMap.newKeySet();

    private final Path folder;

    private final FileChannel lock;

    private final Thread atExit;

    private HeapFolder(Path folder) throws IOException {
        OURS.add(folder.getFileName().toString());
        this.folder = folder;
        lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        lock.lock();
        lock.write(ByteBuffer.wrap(new byte[1])); // it is locked now
        atExit = Thread.ofPlatform().unstarted(() -> delete(folder)); // Ctrl-C
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** @throws ProbeException where there is no room for one */
    public static HeapFolder create() throws ProbeException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            Path created = Files.createTempDirectory(
                    temporary, PREFIX + ProcessHandle.current().pid() + "-");
            HeapFolder folder = new HeapFolder(created);
            sweep(temporary, Files.getOwner(created));
            return folder;
        } catch (IOException e) {
            throw new ProbeException("no folder for a heap dump: " + e.getMessage(), e);
        }
    }

    /**
     * @param process that writes them, and whose memory they take where that folder is kept in memory
     * @throws ProbeException where so many bytes do not fit
     */
    public static void checkRoom(ProcessId process, long bytes) throws ProbeException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            FolderRoom room = FolderRoom.of(process.pid(), temporary);
            if (room.bytes() < bytes) {
                throw new ProbeException(
                        "a heap dump needs %d MB, and there are only %s: make room, or name another folder in -Djava.io.tmpdir"
                                .formatted(bytes >> 20, room.words(temporary)));
            }
        } catch (IOException e) {
            throw new ProbeException("no folder for a heap dump: " + e.getMessage(), e);
        }
    }

    /** Nobody else may enter it. */
    Path folder() {
        return folder;
    }

    /**
     * The live objects of that JVM, which stands still meanwhile.
     *
     * @throws ProbeException where it does not write them
     */
    public Path dump(ProcessId process, String name) throws ProbeException {
        Path file = folder.resolve(name + ".hprof");
        try (AttachSocket socket = AttachSocket.open(process)) {
            // it has written all of it once it has no more to say
            String said =
                    socket.run("GC.heap_dump " + file, answer -> answer.lines().collect(Collectors.joining(" ")));
            if (!Files.isRegularFile(file)) {
                throw new ProbeException("the JVM wrote no heap dump: " + said);
            }
            return file;
        } catch (IOException e) {
            throw new ProbeException("the JVM wrote no heap dump: " + e.getMessage(), e);
        }
    }

    /** Of Headrooms of that user that have ended. */
    static void sweep(Path temporary, UserPrincipal user) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            for (Path left : folders) {
                String name = left.getFileName().toString();
                if (MADE.matcher(name).matches()
                        && !OURS.contains(name)
                        && Files.isDirectory(left, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(left, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                    sweep(left);
                }
            }
        }
    }

    private static void sweep(Path left) {
        try (FileChannel lock =
                FileChannel.open(left.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (lock.tryLock() != null && (lock.size() > 0 || isOlder(left, MADE_WITHIN))) {
                delete(left);
            }
        } catch (NoSuchFileException e) {
            if (isOlder(left, READ_WITHIN)) {
                delete(left);
            }
        } catch (IOException | OverlappingFileLockException e) {
            return; // another is faster, or it is in use
        }
    }

    private static boolean isOlder(Path folder, Duration age) {
        return folder.toFile().lastModified() < Instant.now().minus(age).toEpochMilli();
    }

    /** All that is in it: where it has many processors the JVM writes a dump in parts. */
    private static void delete(Path folder) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            return; // another is faster, or it is not ours to delete
        }
    }

    @Override
    public void close() {
        delete(folder);
        try {
            lock.close();
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IOException | IllegalStateException e) {
            return; // the folder is gone, or goes as this process ends
        }
    }
}
