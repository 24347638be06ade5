package dev.headroom.load.users;

/** Users of a load could not log in. */
public final class LoginException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LoginException(String message) {
        super(message);
    }

    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}
