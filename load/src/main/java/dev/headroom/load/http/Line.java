package dev.headroom.load.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A line of an answer, gathered from as many pieces as it comes in. One is used for all lines of a connection. */
final class Line {

    private static final int LONGEST = 64 * 1024;

    private byte[] bytes = new byte[256];
    private int length;

    /** @return true once the line is whole, without its end */
    boolean read(ByteBuf input) throws NotHttpException {
        int newline = input.bytesBefore((byte) '\n');
        int more = newline < 0 ? input.readableBytes() : newline;
        if (length + more > LONGEST) {
            throw new NotHttpException("a header line is longer than " + LONGEST + " bytes");
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
        input.readBytes(bytes, length, more);
        length += more;
        if (newline < 0) {
            return false;
        }
        input.skipBytes(1);
        if (length > 0 && bytes[length - 1] == '\r') {
            length--;
        }
        return true;
    }

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    byte at(int index) {
        return bytes[index];
    }

    /** Where this first stands in the line, or the line's length. */
    int indexOf(char what) {
        int index = 0;
        while (index < length && bytes[index] != what) {
            index++;
        }
        return index;
    }

    boolean begins(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (bytes[i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** @param lowerCase letters and {@code -} only */
    boolean beginsIgnoringCase(String lowerCase) {
        for (int i = 0; i < lowerCase.length(); i++) {
            if ((bytes[i] | 0x20) != lowerCase.charAt(i)) { // sets lower case; leaves '-' as it is
                return false;
            }
        }
        return true;
    }

    String from(int index) {
        return new String(bytes, index, length - index, StandardCharsets.ISO_8859_1).strip();
    }

    String text() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, Math.min(length, 40), StandardCharsets.ISO_8859_1);
    }
}
