package dev.headroom.fanout.spring;

/** A property of fan-out has a value that it cannot have. */
public final class InvalidPropertyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String property;
    private final String rule;

    InvalidPropertyException(String property, Object value, String rule) {
        super("property '" + property + "' is " + value + ", but " + rule);
        this.property = property;
        this.rule = rule;
    }

    /** Its full name. */
    public String property() {
        return property;
    }

    /** What the value must be. */
    public String rule() {
        return rule;
    }
}
