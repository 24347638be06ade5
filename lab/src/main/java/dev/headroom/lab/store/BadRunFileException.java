package dev.headroom.lab.store;

import java.io.IOException;

/** A {@code run.json} is not what it should be; the message names the file, and the field. */
public final class BadRunFileException extends IOException {

    private static final long serialVersionUID = 1;

    BadRunFileException(String message) {
        super(message);
    }

    BadRunFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
