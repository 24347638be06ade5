package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import java.util.Comparator;
import java.util.List;

/**
 * Requests that wait for a resource while no thread of theirs does: an asynchronous client queues them itself, and whoever wants the response
 * waits for a future, or has gone on. No frame tells what they wait for, but the resource counts them.
 */
public final class AsyncWaits {

    private AsyncWaits() {}

    /** All resources with waiters that no thread accounts for, most first. Of what is bound in all and in its parts, the parts: who waits there waits for the whole as well. */
    public static List<Station> all(Observation observation) {
        List<Station> those = observation.resources().stream()
                .filter(resource -> resource.queued()
                        >= Saturation.FEWEST_WAITING) // each may have an object of its own that it waits for
                .filter(resource -> unaccounted(resource, observation) >= Saturation.FEWEST_WAITING)
                .sorted(Comparator.comparingDouble((Station resource) -> unaccounted(resource, observation))
                        .reversed())
                .toList();
        return those.stream()
                .filter(whole -> those.stream().noneMatch(part -> whole.isAllOf(part)))
                .toList();
    }

    /** Mean number of waiters by the resource's own count that were not seen on threads. */
    public static double unaccounted(Station resource, Observation observation) {
        return resource.queued() - observation.threadsOn(resource.id());
    }

    /** Mean number of those waiters who are behind no thread that waits for something unknown either: requests that hold no thread. */
    public static double withoutThread(Observation observation) {
        double threads = observation
                .waits()
                .filter(wait -> nameless(wait, observation)
                        || wait.activity() == Activity.AWAITING_OTHER
                                && observation.resource(wait.target()).isEmpty())
                .mapToDouble(Station.Wait::workers)
                .sum();
        double waiters = all(observation).stream()
                .mapToDouble(one -> unaccounted(one, observation))
                .sum();
        return Math.max(0, waiters - threads);
    }

    /** Whether a wait is one for a future of which nobody knows who completes it. */
    public static boolean nameless(Station.Wait wait, Observation observation) {
        return wait.activity() == Activity.AWAITING_POOL
                && observation.pools().stream().noneMatch(pool -> pool.name().equals(wait.target()));
    }
}
