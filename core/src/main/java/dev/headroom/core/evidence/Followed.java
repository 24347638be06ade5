package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station.Wait;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Those who waited and went on, where somebody followed them. */
final class Followed {

    private Followed() {}

    /** Per second, who waited for others at such lines of the application and went on; 0 where nobody followed them. */
    static double gone(Predicate<String> line, Observation seen) {
        return seen.pools().stream()
                .flatMap(pool -> pool.holders().stream())
                .filter(site -> site.activity().forOthers() && line.test(site.frame()))
                .mapToDouble((CallSite site) -> site.again().orElse(0))
                .sum();
    }

    /** The application's lines that wait for what bears that name. */
    static Set<String> lines(String target, Observation seen) {
        return seen.waits()
                .filter(wait -> wait.target().equals(target) && !wait.site().isEmpty())
                .map(Wait::site)
                .collect(Collectors.toSet());
    }
}
