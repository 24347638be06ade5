package dev.headroom.cli.exit;

/** What the user gave cannot be used; the message says what and why. Ends with {@link ExitCode#BAD_INPUT}. */
public final class BadInput extends Exception {

    private static final long serialVersionUID = 1;

    public BadInput(String message) {
        super(message);
    }
}
