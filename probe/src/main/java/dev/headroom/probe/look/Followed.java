package dev.headroom.probe.look;

import dev.headroom.probe.classify.Stack;
import java.util.Map;

/**
 * What is known of threads that are followed from look to look.
 *
 * @param again those that have run since the last look and sleep at the same place again, by their stack
 * @param begun waits of all sorts that the threads of each pool have begun, counted from some fixed point
 */
public record Followed(Map<Stack, Double> again, Map<String, Long> begun) {

    public Followed {
        again = Map.copyOf(again);
        begun = Map.copyOf(begun);
    }
}
