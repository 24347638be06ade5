package dev.headroom.probe;

/** The JVM cannot be watched; the message says why and what to do. */
public class ProbeException extends Exception {

    private static final long serialVersionUID = 1;

    public ProbeException(String message) {
        super(message);
    }

    public ProbeException(String message, Throwable cause) {
        super(message, cause);
    }
}
