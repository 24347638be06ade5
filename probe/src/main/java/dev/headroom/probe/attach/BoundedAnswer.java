package dev.headroom.probe.attach;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Fails where an answer, or a line of it, is longer than any JVM's: whoever gives it would fill our memory. */
final class BoundedAnswer extends FilterInputStream {

    private final long most;
    private final int longestLine;
    private long read;
    private long line;

    /**
     * @param most bytes
     * @param longestLine bytes
     */
    BoundedAnswer(InputStream answer, long most, int longestLine) {
        super(answer);
        this.most = most;
        this.longestLine = longestLine;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        for (int i = offset; i < offset + count; i++) {
            line = bytes[i] == '\n' ? 0 : line + 1;
            if (line > longestLine) {
                throw new IOException("its answer has a line of more than " + (longestLine >> 20) + " MB");
            }
        }
        read += Math.max(0, count);
        if (read > most) {
            throw new IOException("its answer has more than " + (most >> 20) + " MB");
        }
        return count;
    }
}
