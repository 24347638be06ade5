package dev.headroom.load;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Mix;
import dev.headroom.core.model.Request;

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

    /** Starts a load that sends one request over and over. */
    default RunningLoad start(Request request, Load load) {
        return start(Mix.of(request), load);
    }
}
