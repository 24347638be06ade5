package dev.headroom.lab.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Room on the disk that is kept free for the results of a run, however much its services write meanwhile. */
public final class Reserve implements AutoCloseable {

    /** Several times what the longest run takes. */
    private static final int BYTES = 8 << 20;

    private final Path file;

    private Reserve(Path file) {
        this.file = file;
    }

    public static Reserve in(Path folder) throws IOException {
        Path file = PrivateFiles.file(folder.resolve("reserve"));
        try {
            Files.write(file, new byte[BYTES]);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
        return new Reserve(file);
    }

    /** Gives the room back. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
