package dev.headroom.probe.heap;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.attach.AttachSocket;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.process.FolderRoom;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where heap dumps lie while they are read: in a folder that nobody else may enter, and no longer. They hold whatever the service has in its memory. What a
 * Headroom that was killed left there, the next deletes.
 */
public final class HeapFolder implements AutoCloseable {

    private static final String PREFIX = "headroom-heap-";

    private static final Pattern OURS = Pattern.compile(PREFIX + "(\\d{1,9})-.*");

    private final Path folder;

    private final Thread atExit;

    private HeapFolder(Path folder) {
        this.folder = folder;
        atExit = Thread.ofPlatform().unstarted(() -> delete(folder)); // Ctrl-C
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** @throws ProbeException where there is no room for one */
    public static HeapFolder create() throws ProbeException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            Path created = Files.createTempDirectory(
                    temporary, PREFIX + ProcessHandle.current().pid() + "-");
            sweep(temporary, Files.getOwner(created));
            return new HeapFolder(created);
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
                Matcher name = OURS.matcher(left.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
                        && Files.isDirectory(left, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(left, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                    delete(left);
                }
            }
        }
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
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // it is about to run
        }
    }
}
