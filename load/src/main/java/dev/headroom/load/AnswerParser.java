package dev.headroom.load;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Reads one HTTP/1.1 answer after another from a connection (RFC 9112) and keeps of it only what a load needs: the status, where the
 * answer ends, and whether the connection may be used again. The body is skipped, not copied.
 */
final class AnswerParser {

    private static final int LONGEST_LINE = 64 * 1024;
    private static final int MOST_LINES = 1000;
    private static final long UNKNOWN = -1;

    private enum State {
        STATUS_LINE,
        HEADERS,
        FIXED_BODY,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS,
        BODY_UNTIL_CLOSE,
        WHOLE
    }

    private final boolean answersHaveNoBody;
    private byte[] line = new byte[256];
    private int lineLength;
    private int lines;

    private State state = State.STATUS_LINE;
    private boolean begun;
    private int status;
    private boolean keepAlive;
    private boolean chunked;
    private boolean otherCoding;
    private long remaining;

    /** @param method of the request: the answer to HEAD has no body, whatever its headers say */
    AnswerParser(String method) {
        this.answersHaveNoBody = method.equals("HEAD");
    }

    /**
     * Takes from {@code input} what belongs to the current answer.
     *
     * @return true once that answer is whole; bytes that are then left in {@code input} belong to no answer
     */
    boolean read(ByteBuf input) throws NotHttpException {
        while (input.isReadable() && state != State.WHOLE) {
            begun = true;
            switch (state) {
                case FIXED_BODY -> skip(input, State.WHOLE);
                case CHUNK -> skip(input, State.CHUNK_END);
                case BODY_UNTIL_CLOSE -> input.skipBytes(input.readableBytes());
                default -> {
                    if (readLine(input)) {
                        lineRead();
                        lineLength = 0;
                    }
                }
            }
        }
        return state == State.WHOLE;
    }

    /** The peer closed the connection: true where that is what ends the answer. */
    boolean endOfStream() {
        return state == State.BODY_UNTIL_CLOSE;
    }

    /** Makes ready for the next answer on the same connection. */
    void next() {
        state = State.STATUS_LINE;
        begun = false;
        lineLength = 0;
        lines = 0;
    }

    /** True as soon as any byte of the answer has come. */
    boolean begun() {
        return begun;
    }

    int status() {
        return status;
    }

    boolean keepAlive() {
        return keepAlive;
    }

    private void skip(ByteBuf input, State then) {
        int bytes = (int) Math.min(remaining, input.readableBytes());
        input.skipBytes(bytes);
        remaining -= bytes;
        if (remaining == 0) {
            state = then;
        }
    }

    private boolean readLine(ByteBuf input) throws NotHttpException {
        int newline = input.bytesBefore((byte) '\n');
        int length = newline < 0 ? input.readableBytes() : newline;
        if (lineLength + length > LONGEST_LINE) {
            throw new NotHttpException("a header line is longer than " + LONGEST_LINE + " bytes");
        }
        if (lineLength + length > line.length) {
            line = Arrays.copyOf(line, Math.max(2 * line.length, lineLength + length));
        }
        input.readBytes(line, lineLength, length);
        lineLength += length;
        if (newline < 0) {
            return false;
        }
        input.skipBytes(1);
        if (lineLength > 0 && line[lineLength - 1] == '\r') {
            lineLength--;
        }
        if (++lines > MOST_LINES && state != State.CHUNK_SIZE && state != State.CHUNK_END) {
            throw new NotHttpException("more than " + MOST_LINES + " header lines");
        }
        return true;
    }

    private void lineRead() throws NotHttpException {
        switch (state) {
            case STATUS_LINE -> statusLine();
            case HEADERS -> {
                if (lineLength == 0) {
                    headEnded();
                } else {
                    header();
                }
            }
            case CHUNK_SIZE -> chunkSize();
            case CHUNK_END -> {
                if (lineLength != 0) {
                    throw new NotHttpException("a chunk is longer than its size");
                }
                state = State.CHUNK_SIZE;
            }
            case TRAILERS -> {
                if (lineLength == 0) {
                    state = State.WHOLE;
                }
            }
            default -> throw new IllegalStateException("no lines in " + state);
        }
    }

    private void statusLine() throws NotHttpException {
        if (lineLength == 0 && lines == 1) {
            return; // one empty line before the status line may be ignored (RFC 9112, 2.2)
        }
        if (lineLength < 12
                || !new String(line, 0, 7, StandardCharsets.US_ASCII).equals("HTTP/1.")
                || line[8] != ' '
                || (lineLength > 12 && line[12] != ' ')) {
            throw new NotHttpException("the answer begins with \"" + shown() + "\" and not with HTTP/1.1");
        }
        status = digit(9) * 100 + digit(10) * 10 + digit(11);
        keepAlive = line[7] == '1';
        chunked = false;
        otherCoding = false;
        remaining = UNKNOWN;
        state = State.HEADERS;
    }

    private int digit(int index) throws NotHttpException {
        int digit = line[index] - '0';
        if (digit < 0 || digit > 9) {
            throw new NotHttpException("no status in \"" + shown() + "\"");
        }
        return digit;
    }

    private void header() throws NotHttpException {
        int colon = 0;
        while (colon < lineLength && line[colon] != ':') {
            colon++;
        }
        if (colon == lineLength) {
            throw new NotHttpException("no header in \"" + shown() + "\"");
        }
        // The lengths tell these three from nearly all others without looking at their letters
        if (colon == 14 && isNamed("content-length")) {
            long length = number(value(colon));
            if (remaining != UNKNOWN && remaining != length) {
                throw new NotHttpException("two different values of Content-Length");
            }
            remaining = length;
        } else if (colon == 17 && isNamed("transfer-encoding")) {
            String codings = value(colon).toLowerCase(Locale.ROOT);
            chunked = codings.endsWith("chunked");
            otherCoding = !chunked;
        } else if (colon == 10 && isNamed("connection")) {
            String options = value(colon).toLowerCase(Locale.ROOT);
            if (options.contains("close")) {
                keepAlive = false;
            } else if (options.contains("keep-alive")) {
                keepAlive = true;
            }
        }
    }

    private void headEnded() {
        if (status >= 100 && status < 200 && status != 101) {
            state = State.STATUS_LINE; // an interim answer; the true one follows
            lines = 0;
        } else if (answersHaveNoBody || status == 204 || status == 304 || status == 101) {
            state = State.WHOLE;
            keepAlive &= status != 101;
        } else if (chunked) {
            state = State.CHUNK_SIZE;
        } else if (remaining == UNKNOWN || otherCoding) {
            state = State.BODY_UNTIL_CLOSE;
            keepAlive = false;
        } else {
            state = remaining == 0 ? State.WHOLE : State.FIXED_BODY;
        }
    }

    private void chunkSize() throws NotHttpException {
        long size = 0;
        int index = 0;
        for (; index < lineLength; index++) {
            int digit = Character.digit(line[index], 16);
            if (digit < 0) {
                break;
            }
            size = size * 16 + digit;
            if (size > Integer.MAX_VALUE) {
                throw new NotHttpException("a chunk of more than 2 GiB");
            }
        }
        boolean extensionFollows = index < lineLength && (line[index] == ';' || line[index] == ' ');
        if (index == 0 || (index < lineLength && !extensionFollows)) {
            throw new NotHttpException("no chunk size in \"" + shown() + "\"");
        }
        remaining = size;
        state = size == 0 ? State.TRAILERS : State.CHUNK;
        lines = 0;
    }

    private boolean isNamed(String name) {
        for (int i = 0; i < name.length(); i++) {
            if ((line[i] | 0x20) != name.charAt(i)) { // sets lower case; leaves '-' as it is
                return false;
            }
        }
        return true;
    }

    private String value(int colon) {
        return new String(line, colon + 1, lineLength - colon - 1, StandardCharsets.ISO_8859_1).strip();
    }

    private static long number(String value) throws NotHttpException {
        try {
            long number = Long.parseLong(value);
            if (number >= 0 && Character.isDigit(value.charAt(0))) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new NotHttpException("Content-Length is \"" + value + "\"", e);
        }
        throw new NotHttpException("Content-Length is \"" + value + "\"");
    }

    private String shown() {
        return new String(line, 0, Math.min(lineLength, 40), StandardCharsets.ISO_8859_1);
    }

    /** What came is not an HTTP/1.x answer; the message says what is wrong with it. */
    static final class NotHttpException extends Exception {
        private static final long serialVersionUID = 1;

        NotHttpException(String message) {
            super(message);
        }

        NotHttpException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
