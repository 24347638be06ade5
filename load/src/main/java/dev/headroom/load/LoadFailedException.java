package dev.headroom.load;

/** A load that came to no result by what its tool or its script did, and not by a fault of ours; the message says what to do. */
public final class LoadFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    LoadFailedException(String message) {
        super(message);
    }

    LoadFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}
