package dev.headroom.load.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** A text that a body has to contain, found in bytes that come in pieces of which none is kept (Knuth, Morris and Pratt 1977). */
public final class SoughtText {

    private final byte[] text;
    /** Of the first i bytes of the text: how many at their end are also how it begins. */
    private final int[] borders;

    SoughtText(String text) {
        this.text = text.getBytes(StandardCharsets.UTF_8);
        this.borders = new int[this.text.length + 1];
        for (int i = 1; i < this.text.length; i++) {
            borders[i + 1] = next(borders[i], this.text[i]);
        }
    }

    /**
     * Reads on, without moving the reader's index.
     *
     * @param matched what the call before gave; 0 at the beginning of a body
     * @return how many bytes of the text match at the end of what has been read; all, once they have
     */
    int matched(int matched, ByteBuf input, int bytes) {
        int now = matched;
        int start = input.readerIndex();
        for (int i = 0; i < bytes && !found(now); i++) {
            now = next(now, input.getByte(start + i));
        }
        return now;
    }

    boolean found(int matched) {
        return matched == text.length;
    }

    private int next(int matched, byte read) {
        int now = matched;
        while (now > 0 && text[now] != read) {
            now = borders[now];
        }
        return text[now] == read ? now + 1 : 0;
    }
}
