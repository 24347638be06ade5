package dev.headroom.lab.store;

import java.io.IOException;

/** A {@code run.json} is not what it should be; the message names the file, and the field. */
public final class BadRunFileException extends IOException {

    private static final long serialVersionUID = 1;

    /** What is wrong with which file, and what to do about it. */
    public String withAdvice() {
        return getMessage() + ". Delete that file, or move it away";
    }

    BadRunFileException(String message) {
        super(message);
    }

    BadRunFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
