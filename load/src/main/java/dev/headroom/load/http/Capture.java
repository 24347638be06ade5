package dev.headroom.load.http;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What later requests may need of an answer: its headers and, where asked for, its body. */
public final class Capture {

    /** Of a longer body nothing is taken. */
    public static final int LONGEST_BODY = 1 << 20;

    private final boolean withBody;
    private final List<String> headers = new ArrayList<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    private boolean tooLong;

    public Capture(boolean withBody) {
        this.withBody = withBody;
    }

    /** @param line name, colon and value */
    void line(String line) {
        headers.add(line);
    }

    /** Copies the next bytes of {@code input}, and leaves them there. */
    public void body(ByteBuf input, int bytes) {
        if (!withBody || tooLong) {
            return;
        }
        if (body.size() + bytes > LONGEST_BODY) {
            tooLong = true;
            body.reset();
            return;
        }
        byte[] piece = new byte[bytes];
        input.getBytes(input.readerIndex(), piece);
        body.writeBytes(piece);
    }

    /** What came was an interim answer's. */
    void clear() {
        headers.clear();
    }

    public boolean bodyTooLong() {
        return tooLong;
    }

    public byte[] body() {
        return body.toByteArray();
    }

    /** The first of this name. */
    public Optional<String> header(String name) {
        return headers(name).stream().findFirst();
    }

    public List<String> headers(String name) {
        List<String> values = new ArrayList<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon == name.length() && header.regionMatches(true, 0, name, 0, colon)) {
                values.add(header.substring(colon + 1).strip());
            }
        }
        return values;
    }
}
