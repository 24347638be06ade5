package dev.headroom.cli;

/** What the user gave cannot be used; the message says what and why. Ends with exit code 2. */
final class BadInput extends Exception {

    private static final long serialVersionUID = 1;

    BadInput(String message) {
        super(message);
    }
}
