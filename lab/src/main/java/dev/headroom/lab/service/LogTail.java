package dev.headroom.lab.service;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a service's output, where the reason of its death usually stands. */
final class LogTail {

    private static final int BYTES = 16 * 1024;
    private static final int LINES = 15;

    private LogTail() {}

    /** The last lines, indented, after a line that names the file. */
    static String of(Path log) {
        try {
            String end = end(log);
            Path before = ServiceLog.before(log);
            List<String> lines = (end.length() < BYTES && Files.exists(before) ? end(before) + end : end)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            if (lines.isEmpty()) {
                return "It wrote nothing to " + log;
            }
            return "Its last lines (" + log + "):\n    "
                    + String.join("\n    ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
        } catch (IOException e) {
            return "Its output cannot be read: " + e;
        }
    }

    private static String end(Path log) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(log)) {
            channel.position(Math.max(0, channel.size() - BYTES));
            ByteBuffer bytes = ByteBuffer.allocate(BYTES);
            while (channel.read(bytes) > 0) {
                // until the end of the file or of the buffer
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
    }
}
