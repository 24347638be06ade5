package dev.headroom.lab.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Room on the disk that is kept free for the results of a run, however much its services write meanwhile. Its file has no name while it is
 * open, so however Headroom ends, nothing of it is left.
 */
public final class Reserve implements AutoCloseable {

    /** Several times what the longest run takes. */
    private static final int BYTES = 8 << 20;

    private final FileChannel open;

    private Reserve(FileChannel open) {
        this.open = open;
    }

    public static Reserve in(Path folder) throws IOException {
        FileChannel open = FileChannel.open(
                PrivateFiles.file(folder.resolve("reserve")),
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
        try {
            ByteBuffer room = ByteBuffer.allocate(BYTES);
            while (room.hasRemaining()) {
                open.write(room);
            }
        } catch (IOException e) {
            open.close();
            throw e;
        }
        return new Reserve(open);
    }

    /** Gives the room back. */
    @Override
    public void close() throws IOException {
        open.close();
    }
}
