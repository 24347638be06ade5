package dev.headroom.probe.look;

import dev.headroom.probe.classify.Stack;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of threads that are followed from look to look.
 *
 * @param again those that have run since the last look, by the stack at which they stood then: of those that slept, who sleeps there again, of those that waited for others, all; empty
 *     where nobody asked
 * @param begun waits that the threads of each pool have begun, counted from some fixed point: as the JVM counts them (to sleep, to park, to be notified), or the kernel (and to
 *     read from a socket, or to enter a monitor)
 * @param at busy platform threads by the stack at which they stand, as far as that is known; of very many the oldest
 */
public record Followed(Optional<Map<Stack, Double>> again, Map<String, Long> begun, Map<Stack, Set<Long>> at) {

    public Followed {
        again = again.map(Map::copyOf);
        begun = Map.copyOf(begun);
        at = Map.copyOf(at);
    }
}
