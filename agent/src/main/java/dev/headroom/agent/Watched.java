package dev.headroom.agent;

/** What a {@link Watchdog} looks after. */
interface Watched {

    Moves moves();

    /** Whether Headroom has fallen silent. */
    boolean isUnheard();

    /** The same for so long that it is left for good. */
    boolean isForsaken();

    /** Puts back what was moved, and ends. */
    void stop();
}
