package dev.headroom.load.process;

import java.util.Map;
import java.util.UUID;

/**
 * A variable in the environment of what Headroom starts, with a value that nobody else's has. Processes hand it on to those that they start, so what made
 * itself a daemon, away from its parent, is known by it.
 *
 * @param variable {@code NAME=value}
 */
public record Mark(String variable) {

    private static final String NAME = "HEADROOM_CHILD";

    /** A new one, in that environment. */
    public static Mark in(Map<String, String> environment) {
        String value = UUID.randomUUID().toString();
        environment.put(NAME, value);
        return new Mark(NAME + "=" + value);
    }
}
