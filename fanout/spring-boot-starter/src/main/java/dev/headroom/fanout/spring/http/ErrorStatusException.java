package dev.headroom.fanout.spring.http;

/** A downstream has answered with an error status. Told to its listeners, never thrown, so it needs no stack trace. */
public final class ErrorStatusException extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    ErrorStatusException(String downstream, int status) {
        super("downstream '" + downstream + "' answered with status " + status, null, false, false);
        this.status = status;
    }

    /** The HTTP status, 400 to 599. */
    public int status() {
        return status;
    }
}
