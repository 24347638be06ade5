package dev.headroom.core.model.result;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Observation;
import java.util.List;
import java.util.Optional;

/**
 * The service with one user, before the load and again after it: what a request takes that waits for no one (R0), and what it takes of
 * each pool and resource.
 *
 * @param response R0, mean seconds of a request, with its error: the smaller of before and after, for a JVM that has not warmed up can
 *     only make it too long; their mean where chance alone makes them differ
 * @param before the load; empty where too few were answered
 * @param after the load
 * @param agree whether the two are the same within their errors
 * @param observation what the probe saw meanwhile
 * @param atAnyTime moments at which a user was answered who asked at any time, seconds; none where that was no question
 */
public record Baseline(
        Measure response,
        Optional<Measure> before,
        Optional<Measure> after,
        boolean agree,
        Optional<Observation> observation,
        List<Double> atAnyTime) {

    public Baseline {
        atAnyTime = List.copyOf(atAnyTime);
    }

    public Baseline(
            Measure response,
            Optional<Measure> before,
            Optional<Measure> after,
            boolean agree,
            Optional<Observation> observation) {
        this(response, before, after, agree, observation, List.of());
    }

    /** The same, its response known otherwise. */
    public Baseline with(Measure other) {
        return new Baseline(other, before, after, agree, observation, atAnyTime);
    }

    /** The same with such a user. */
    public Baseline withAnswers(List<Double> times) {
        return new Baseline(response, before, after, agree, observation, times);
    }
}
