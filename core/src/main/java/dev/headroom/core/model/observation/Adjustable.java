package dev.headroom.core.model.observation;

/**
 * A limit that can be moved while the service runs. One limit may have two, one for each means.
 *
 * @param target id of the {@link Station}
 * @param capacity what it is now
 * @param comesBack false where a limit that is lowered again keeps what it has while there is work
 * @param how the call that moves it, for the reader: {@code setMaximumPoolSize}
 * @param means how it is moved
 */
public record Adjustable(String target, int capacity, boolean comesBack, String how, Means means) {

    public enum Means {
        /** Up or down, to a number. */
        SET,
        /** Down only: a share of its capacity is kept busy for a share of the time. */
        OCCUPY
    }

    /** A setter's. */
    public Adjustable(String target, int capacity, boolean comesBack, String how) {
        this(target, capacity, comesBack, how, Means.SET);
    }

    public boolean sets() {
        return means == Means.SET;
    }
}
