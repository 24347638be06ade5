package dev.headroom.lab.service;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text stands in the output of the service. */
final class LogSays implements Readiness {

    private static final int BYTES = 1 << 20;

    private final String text;
    private final Path log;
    private long from;

    LogSays(String text, Path log) {
        this.text = text;
        this.log = log;
    }

    @Override
    public void ask() throws IOException {
        // Byte for byte, whatever the encoding
        String wanted = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        try (SeekableByteChannel channel = Files.newByteChannel(log)) {
            from = from > channel.size() ? 0 : from; // the log was full and has been emptied
            ByteBuffer bytes = ByteBuffer.allocate(BYTES);
            while (channel.position(from).read(bytes.clear()) > 0) {
                if (new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1).contains(wanted)) {
                    return;
                }
                long next = from + Math.max(0, bytes.position() - wanted.length() + 1);
                if (next == from) {
                    break;
                }
                from = next;
            }
        }
        throw new IOException("no such text");
    }

    @Override
    public String question() {
        return "\"" + text + "\" in its output";
    }
}
