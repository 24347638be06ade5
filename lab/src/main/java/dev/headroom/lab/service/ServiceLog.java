package dev.headroom.lab.service;

import dev.headroom.lab.store.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The output of a service: a file that the service appends to by itself, and that is emptied when it is full. What it held then is beside it, as
 * {@code <service>.log.1}, until the next time, so that two files of {@link #FULL} bytes and what is written between two looks are all that a
 * service can fill.
 *
 * <p>Nothing of Headroom is between the service and its file: a pipe would hold the service up whenever Headroom is slow to read, cost
 * processor time for every line, and lose what a service says when Headroom was killed. The price is that lines which are written while a full
 * file is emptied are lost.
 */
final class ServiceLog {

    /** Bytes. A service that says this much says nothing new. */
    static final long FULL = 32L << 20;

    private final Path file;
    private final Path before;
    private final long full;

    ServiceLog(Path file, long full) {
        this.file = file;
        this.before = before(file);
        this.full = full;
    }

    /** Where the output is that came before that of the file. */
    static Path before(Path file) {
        return file.resolveSibling(file.getFileName() + ".1");
    }

    /** To be called about twice a second. */
    void bound() throws IOException {
        if (Files.size(file) <= full) {
            return;
        }
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            try (FileChannel to = FileChannel.open(PrivateFiles.file(before), StandardOpenOption.WRITE)) {
                long end = from.size();
                from.transferTo(Math.max(0, end - full), full, to);
            } finally {
                from.truncate(0); // also where there is no room for the copy
            }
        }
    }
}
