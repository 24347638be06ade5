package dev.headroom.agent;

import dev.headroom.agent.moves.Moves;

/** What a {@link Watchdog} looks after. */
interface Watched {

    Moves moves();

    /** Whether Headroom has fallen silent. */
    boolean isUnheard();

    /** The same for so long that it is left for good. */
    boolean isForsaken();

    /** Twice a second: does what its own thread does not where that hangs. */
    void watch();

    /** Ends soon, and its recording with it. Does not wait, and takes no memory. */
    void end();

    /** Waits until it has ended; what was moved is put back before. */
    void stop();
}
