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
        Mark mark = new Mark(NAME + "=" + UUID.randomUUID());
        mark.into(environment);
        return mark;
    }

    /** Marks another process as one of the same. */
    public void into(Map<String, String> environment) {
        environment.put(NAME, variable.substring(NAME.length() + 1));
    }
}
