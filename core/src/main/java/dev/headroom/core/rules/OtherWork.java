package dev.headroom.core.rules;

import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import java.util.Comparator;
import java.util.Optional;

/** What is full for something else than requests of a port, such as messages: those few that were counted say nothing of it. */
public final class OtherWork {

    private static final String UNTOLD = "Whether anything binds cannot be told from here: ";

    private static final String UNCOUNTED = " What it works for is not counted.";

    private OtherWork() {}

    /** Of a pool, or of what others than requests wait for; empty where nothing is full of other work. */
    public static Optional<String> words(Evidence evidence) {
        return evidence.chain()
                .binding()
                .filter(pool -> Waiting.areFewBeside(pool, evidence))
                .map(pool -> UNTOLD + pool.name() + " is full, and has far more tasks than requests come by a port."
                        + UNCOUNTED)
                // where requests are served, what others wait for does not tell that these do not
                .or(() -> evidence.workload().inFlight() >= Waiting.FEWEST ? Optional.empty() : full(evidence));
    }

    private static Optional<String> full(Evidence evidence) {
        return evidence.observation().resources().stream()
                .filter(OtherWork::isFull)
                .filter(resource -> Waiting.areFewAtATimeBeside(resource, evidence))
                .max(Comparator.comparingDouble(Station::queued))
                .map(resource -> UNTOLD + resource.name()
                        + " is all taken, and far more wait for it than requests of a port are in flight." + UNCOUNTED);
    }

    /**
     * Threads that accept connections may pass a lock to each other, a semaphore of which nobody gives anything back may be a signal, and who waits for his turn at a rate may do so for good.
     */
    private static boolean isFull(Station resource) {
        return resource.kind() != StationKind.LOCK
                && resource.kind() != StationKind.RATE_LIMITER
                && resource.maximum().isPresent()
                && FullResources.full(resource)
                && (resource.kind() == StationKind.CONNECTION_POOL || TurnedAway.changesHands(resource));
    }
}
