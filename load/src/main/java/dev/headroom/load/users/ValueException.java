package dev.headroom.load.users;

/** A value was not in an answer, or a request cannot be sent with it. */
final class ValueException extends Exception {
    private static final long serialVersionUID = 1;

    ValueException(String message) {
        super(message);
    }

    ValueException(String message, Throwable cause) {
        super(message, cause);
    }
}
