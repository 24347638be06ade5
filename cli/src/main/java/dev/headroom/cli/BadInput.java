package dev.headroom.cli;

/** What the user gave cannot be used; the message says what and why. Ends with {@link ExitCode#BAD_INPUT}. */
final class BadInput extends Exception {

    private static final long serialVersionUID = 1;

    BadInput(String message) {
        super(message);
    }
}
