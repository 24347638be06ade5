package dev.headroom.core.model.result;

import java.util.Map;

/** Why a request brought no successful response. */
public enum ErrorKind {
    /** The connection was refused: no one listens, or the accept queue is full. */
    REFUSED,
    /** The connection broke before the answer was whole. */
    RESET,
    /** No connection could be made in time. */
    CONNECT_TIMEOUT,
    /** The client gave up waiting for the answer. */
    TIMEOUT,
    /** The TLS handshake failed. */
    TLS,
    /** The service's certificate is not trusted, has expired, or is for another name. */
    CERTIFICATE,
    /** An answer came, but its status was none of those that are expected. */
    STATUS,
    /** An answer came with the right status, but its body was not as expected. */
    BODY,
    /** A value that later requests need was not in the answer, or one is not fit to be sent. */
    VALUE_MISSING,
    /** The generator could not send: no free port, no descriptor. */
    GENERATOR,
    /** Anything else; its cause says what. */
    OTHER;

    /** Whether the service ended it: by an answer, or by its end of the connection. */
    public boolean isAnswer() {
        return !isTimeout() && this != GENERATOR && this != VALUE_MISSING;
    }

    /** How many of those the service ended. */
    public static long answers(Map<ErrorKind, Long> errors) {
        return errors.entrySet().stream()
                .filter(error -> error.getKey().isAnswer())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Whether the client gave up: the request would have taken longer. */
    public boolean isTimeout() {
        return this == TIMEOUT || this == CONNECT_TIMEOUT;
    }
}
