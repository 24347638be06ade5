package dev.headroom.load;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Mix;

/** Puts a {@link Load} on a service. */
public interface LoadEngine {

    /** Name and version, for the report. */
    String name();

    /**
     * Starts the load, its warm-up first, and returns at once.
     *
     * @throws IllegalArgumentException for a load or request that this engine cannot put
     */
    RunningLoad start(Mix mix, Load load);
}
