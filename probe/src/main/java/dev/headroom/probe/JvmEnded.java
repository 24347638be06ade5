package dev.headroom.probe;

/** The JVM has ended, and what was moved in it with it: there is nothing to put back. */
public final class JvmEnded extends ProbeException {

    private static final long serialVersionUID = 1;

    public JvmEnded(String message) {
        super(message);
    }
}
