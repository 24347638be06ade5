package dev.headroom.core.model.load;

/**
 * A value that later requests of the same user need, and where it stands in an answer.
 *
 * @param name by which later requests use it, {@code ${name}}
 * @param what a JSON pointer (RFC 6901) into the body, or the name of a header or cookie
 */
public record Take(String name, From from, String what) {

    /** Parts of an answer. */
    public enum From {
        JSON,
        HEADER,
        COOKIE
    }

    /** {@code header Location}, for a message. */
    public String place() {
        return switch (from) {
            case JSON -> "JSON at \"" + what + "\"";
            case HEADER -> "header " + what;
            case COOKIE -> "cookie " + what;
        };
    }
}
