package dev.headroom.probe.os.call;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/** Fails where an answer, or a line of it, is longer than any JVM's: whoever gives it would fill our memory. */
public final class BoundedAnswer extends FilterInputStream {

    private final int longestLine;
    private final Supplier<? extends IOException> tooMuch;
    private long left;
    private long line;

    /**
     * @param most bytes
     * @param longestLine bytes
     */
    public BoundedAnswer(InputStream answer, long most, int longestLine) {
        this(answer, most, longestLine, () -> new IOException("its answer has more than " + (most >> 20) + " MB"));
    }

    /** @param tooMuch thrown where it has more than {@code most} bytes; a line may be as long */
    public BoundedAnswer(InputStream answer, long most, Supplier<? extends IOException> tooMuch) {
        this(answer, most, Integer.MAX_VALUE, tooMuch);
    }

    private BoundedAnswer(InputStream answer, long most, int longestLine, Supplier<? extends IOException> tooMuch) {
        super(answer);
        this.longestLine = longestLine;
        this.tooMuch = tooMuch;
        left = most;
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
        left -= Math.max(0, count);
        if (left < 0) {
            throw tooMuch.get();
        }
        return count;
    }
}
