package dev.headroom.lab;

/** The experiment cannot go on; the message says why and what to do. Runs that were finished before are kept. */
public final class LabException extends Exception {

    private static final long serialVersionUID = 1;

    public LabException(String message, Throwable cause) {
        super(message, cause);
    }

    public LabException(String message) {
        super(message);
    }
}
