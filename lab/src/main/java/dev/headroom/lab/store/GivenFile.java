package dev.headroom.lab.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A file that somebody else may have laid there. It is read where it is a regular one, and up to the size that it says: a pipe would be waited
 * for, a device has no end, and those of {@code /proc} say that they are empty.
 */
public final class GivenFile {

    /** Twice the room that is kept for the results of the longest run. As JSON it takes no more than half of our heap. */
    public static final int MOST = 16 << 20;

    private GivenFile() {}

    /** @throws IOException whose message tells what is wrong with the file, where it is no regular one or has more than {@link #MOST} bytes */
    public static byte[] bytes(Path file) throws IOException {
        return bytes(file, MOST);
    }

    private static byte[] bytes(Path file, int most) throws IOException {
        try {
            return read(file, most);
        } catch (NoSuchFileException e) {
            throw new IOException("no file " + file, e);
        } catch (AccessDeniedException e) {
            throw new IOException(file + ", which this user may not read", e);
        }
    }

    private static byte[] read(Path file, int most) throws IOException {
        BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
        if (!is.isRegularFile()) {
            throw new IOException(
                    is.isDirectory() ? "no file but a folder at " + file : file + ", which is not a regular file");
        }
        if (is.size() > most) {
            throw new IOException(file + ", which has more than " + (most >> 20) + " MB");
        }
        if (is.size() == 0) {
            return new byte[0];
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes((int) is.size());
        }
    }

    /** Its text in UTF-8. */
    public static String text(Path file) throws IOException {
        return text(file, MOST);
    }

    /** @param most bytes, fewer than 2 GB */
    public static String text(Path file, int most) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(file, most)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException(file + ", which is not in UTF-8", e);
        }
    }
}
