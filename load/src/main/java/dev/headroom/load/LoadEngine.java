package dev.headroom.load;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.load.users.Population;

/** Puts a {@link Load} on a service. */
@FunctionalInterface
public interface LoadEngine {

    /**
     * Starts the load, its warm-up first, and returns at once. Users who are not logged in log in before.
     *
     * @param population who sends the requests; the same for all loads of a run
     * @throws IllegalArgumentException for a load or request that this engine cannot put
     */
    RunningLoad start(Mix mix, Load load, Population population);

    /** The same by users of its own. */
    default RunningLoad start(Mix mix, Load load) {
        return start(mix, load, new Population(mix.visitors()));
    }
}
