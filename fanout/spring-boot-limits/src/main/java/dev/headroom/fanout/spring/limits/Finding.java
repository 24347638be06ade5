package dev.headroom.fanout.spring.limits;

/**
 * A default, or a setting, that will bite.
 *
 * @param id stable, for who wants to look for it
 * @param level WARN where requests may hang or be lost, INFO where a limit may surprise
 * @param what will happen
 * @param fix the property or the code
 */
public record Finding(String id, Level level, String what, String fix) {
    /** How bad it is. */
    public enum Level {
        /** A limit may surprise. */
        INFO,
        /** Requests may hang or be lost. */
        WARN
    }
}
