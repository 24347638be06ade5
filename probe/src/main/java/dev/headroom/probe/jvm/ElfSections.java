package dev.headroom.probe.jvm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Names of the sections of a 64-bit little-endian ELF file: a native image has one for its heap. */
final class ElfSections {

    private static final int HEADER = 64;
    private static final int MAGIC = 0x464c457f;
    private static final int LONGEST = 1 << 16;

    private ElfSections() {}

    /** All names in one text; empty where the file is no such one. */
    static String names(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer header = read(channel, 0, HEADER);
            if (header.getInt(0) != MAGIC || header.get(4) != 2 || header.get(5) != 1) {
                return "";
            }
            int entry = header.getShort(58);
            long table = header.getLong(40) + (long) header.getShort(62) * entry;
            ByteBuffer strings = read(channel, table, entry);
            int length = (int) Math.min(LONGEST, strings.getLong(32));
            return StandardCharsets.ISO_8859_1
                    .decode(read(channel, strings.getLong(24), length))
                    .toString();
        } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException e) {
            return "";
        }
    }

    private static ByteBuffer read(FileChannel channel, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) > 0) {
            // goes on until all of it is there, or the file ends
        }
        return bytes.flip();
    }
}
