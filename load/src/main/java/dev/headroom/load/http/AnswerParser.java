package dev.headroom.load.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.search.SearchProcessor;
import io.netty.buffer.search.SearchProcessorFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads one HTTP/1.1 answer after another from a connection (RFC 9112) and keeps of it only what a load needs: its {@link Head} and where it
 * ends. The body is skipped, not copied, unless something is taken from it.
 */
final class AnswerParser {

    private static final int MOST_LINES = 1000;

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

    private final Head head = new Head();
    private final Line line = new Line();
    private int lines;
    private State state = State.STATUS_LINE;
    private boolean begun;
    private long remaining;
    private @Nullable SearchProcessor sought;
    private boolean found;
    private @Nullable Capture capture;

    /**
     * @param method of the request: the answer to HEAD has no body, whatever its headers say
     * @param text that its body has to contain; null where the body does not matter
     * @param keeping gets headers and body; null where nobody needs them
     */
    void expectAnswerTo(String method, @Nullable SearchProcessorFactory text, @Nullable Capture keeping) {
        head.expectAnswerTo(method);
        sought = text == null ? null : text.newSearchProcessor();
        found = text == null;
        capture = keeping;
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
                case BODY_UNTIL_CLOSE -> body(input, input.readableBytes());
                default -> {
                    if (line.read(input)) {
                        lineRead();
                        line.clear();
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
        line.clear();
        lines = 0;
    }

    /** True as soon as any byte of the answer has come. */
    boolean begun() {
        return begun;
    }

    int status() {
        return head.status();
    }

    /** Whether the body held what it had to. */
    boolean bodyAsExpected() {
        return found;
    }

    boolean keepAlive() {
        return head.keepAlive();
    }

    private void skip(ByteBuf input, State then) {
        int bytes = (int) Math.min(remaining, input.readableBytes());
        body(input, bytes);
        remaining -= bytes;
        if (remaining == 0) {
            state = then;
        }
    }

    private void body(ByteBuf input, int bytes) {
        if (!found && sought != null) {
            found = input.forEachByte(input.readerIndex(), bytes, sought) >= 0;
        }
        if (capture != null) {
            capture.body(input, bytes);
        }
        input.skipBytes(bytes);
    }

    private void lineRead() throws NotHttpException {
        boolean empty = line.length() == 0;
        if (++lines > MOST_LINES && state != State.CHUNK_SIZE && state != State.CHUNK_END) {
            throw new NotHttpException("more than " + MOST_LINES + " header lines");
        }
        switch (state) {
            case STATUS_LINE -> {
                if (!empty || lines > 1) { // one empty line before the status line may be ignored (RFC 9112, 2.2)
                    head.statusLine(line);
                    state = State.HEADERS;
                }
            }
            case HEADERS -> {
                if (empty) {
                    headEnded();
                } else {
                    head.header(line);
                    if (capture != null) {
                        capture.line(line.text());
                    }
                }
            }
            case CHUNK_SIZE -> chunkSize();
            case CHUNK_END -> {
                if (!empty) {
                    throw new NotHttpException("a chunk is longer than its size");
                }
                state = State.CHUNK_SIZE;
            }
            case TRAILERS -> state = empty ? State.WHOLE : State.TRAILERS;
            default -> throw new IllegalStateException("no lines in " + state);
        }
    }

    private void headEnded() {
        state = switch (head.body()) {
            case ANOTHER_HEAD -> State.STATUS_LINE;
            case NONE -> State.WHOLE;
            case FIXED -> State.FIXED_BODY;
            case CHUNKED -> State.CHUNK_SIZE;
            case UNTIL_CLOSE -> State.BODY_UNTIL_CLOSE;
        };
        remaining = head.length();
        if (state == State.STATUS_LINE) {
            lines = 0;
            if (capture != null) {
                capture.clear();
            }
        }
    }

    private void chunkSize() throws NotHttpException {
        long size = 0;
        int index = 0;
        for (; index < line.length(); index++) {
            int digit = Character.digit(line.at(index), 16);
            if (digit < 0) {
                break;
            }
            size = size * 16 + digit;
            if (size > Integer.MAX_VALUE) {
                throw new NotHttpException("a chunk of more than 2 GiB");
            }
        }
        boolean extensionFollows = index < line.length() && (line.at(index) == ';' || line.at(index) == ' ');
        if (index == 0 || (index < line.length() && !extensionFollows)) {
            throw new NotHttpException("no chunk size in \"" + line + "\"");
        }
        remaining = size;
        state = size == 0 ? State.TRAILERS : State.CHUNK;
        lines = 0;
    }
}
