package dev.headroom.probe.dump;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.os.process.Descriptors;
import dev.headroom.probe.os.process.FolderRoom;
import dev.headroom.probe.os.process.MemoryReserve;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the flight recorder of a JVM needs to go on. The JVM ends itself where its recorder finds the disk full, and where it cannot open the next file
 * ({@code jdk.jfr.internal.Repository.newChunk}): it opens one whenever a recording begins, when one ends while others write to the disk, and when a file has its
 * size.
 */
final class RecorderRoom {

    /** File descriptors: what a service may open between two looks, of a limit that is small. */
    private static final long TO_RECORD = 64;

    /** Of all (1 over): the same of a limit that is large. */
    private static final long PART_TO_RECORD = 10;

    /** What the end of a recording opens is one; the service opens others meanwhile. */
    private static final long TO_END = 8;

    private final Optional<LinuxProcess> process;
    private final Supplier<Optional<String>> memory;

    /** @param process where this machine runs Linux */
    RecorderRoom(Optional<LinuxProcess> process) {
        this(process, () -> process.flatMap(its -> MemoryReserve.lack(its.pid())));
    }

    /** @param memory why it has none for a recorder that starts */
    RecorderRoom(Optional<LinuxProcess> process, Supplier<Optional<String>> memory) {
        this.process = process;
        this.memory = memory;
    }

    /** @throws IOException where the JVM may be ended for what a recorder takes that starts */
    void checkMemory() throws IOException {
        Optional<String> lack = memory.get();
        if (lack.isPresent()) {
            throw new IOException(lack.get());
        }
    }

    /** @throws IOException where so many bytes do not fit into its folder; the message says so */
    void check(Path folder, long needed) throws IOException {
        if (process.isPresent() && !process.get().isWritable(folder.toString())) {
            throw new IOException("the JVM's flight recorder cannot write to " + folder
                    + ", and a JVM ends itself when it needs a file there");
        }
        FolderRoom room = room(folder);
        if (room.bytes() < needed) {
            throw new IOException("the JVM's flight recorder has only " + room.words(folder)
                    + ", and a JVM ends itself when that is full");
        }
    }

    /** By a handle: no link that the JVM's user puts there leads out of its root. */
    private FolderRoom room(Path folder) throws IOException {
        if (process.isEmpty()) {
            return new FolderRoom(folder.toFile().getUsableSpace(), false);
        }
        try (Rooted seen = process.get().open(folder.toString())) {
            return FolderRoom.of(process.get().pid(), seen.path());
        }
    }

    /** @throws IOException where a recording may neither begin nor go on for want of file descriptors */
    void checkDescriptors() throws IOException {
        if (process.isPresent()) {
            check(Descriptors.of(process.get().pid())
                    .orElseThrow(() -> new IOException("the JVM's file descriptors cannot be counted, and a JVM ends"
                            + " itself when its flight recorder finds none")));
        }
    }

    static void check(Descriptors now) throws IOException {
        if (now.free() < Math.max(TO_RECORD, now.most() / PART_TO_RECORD)) {
            throw new IOException("the JVM has only " + now.free() + " of " + now.most()
                    + " file descriptors left, and ends itself when its flight recorder finds none");
        }
    }

    /** Whether there is a file descriptor for what the end of a recording may open; a JVM that has ended opens nothing. */
    boolean mayEnd() {
        return process.isEmpty()
                || !process.get().isStill()
                || Descriptors.of(process.get().pid())
                        .filter(now -> now.free() >= TO_END)
                        .isPresent();
    }
}
