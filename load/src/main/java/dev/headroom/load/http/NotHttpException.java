package dev.headroom.load.http;

/** What came is not an HTTP/1.x answer; the message says what is wrong with it. */
final class NotHttpException extends Exception {
    private static final long serialVersionUID = 1;

    NotHttpException(String message) {
        super(message);
    }

    NotHttpException(String message, Throwable cause) {
        super(message, cause);
    }
}
