package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.Deadline;
import java.io.IOException;
import java.io.InputStream;

/** What is left of a body when it is closed: a little of it is worth reading, so that the connection may be used again. */
final class RestOfBody {
    private static final int WORTH_READING = 64 * 1024;

    private RestOfBody() {}

    /** Reads on. False where more is left, the time is over, or the body was closed or broken off. */
    static boolean endsSoon(InputStream body, Deadline deadline) {
        byte[] rest = new byte[4096];
        try {
            for (int all = 0, read; all < WORTH_READING && !deadline.expired(); all += read) {
                read = body.read(rest, 0, rest.length);
                if (read < 0) {
                    return true;
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
        return false;
    }
}
