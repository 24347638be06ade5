package dev.headroom.core.conservation;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;

/**
 * Those who are taken to wait for threads that serve others. Who waits alone waits for as long as he is served (with one user nobody is before him), so threads that idle meanwhile do not serve him,
 * and where the wait is about as long under load, nobody is before him there either. Which threads end a wait is told by what they run, and that may be code of the same method for another purpose.
 * A wait may also have a short part with them and a long one that nobody works for: then what one user takes of them gives the throughput that they reach (utilisation law), and they are not left out.
 */
public final class WaitsElsewhere {

    /** Of the time that one user waits (0 to 1), which those who serve him work. */
    private static final double WORK = Thresholds.HALF;

    /** Over one user's wait, relative, from which they wait for one another. */
    private static final double LONGER = Thresholds.THIRD;

    /** What X D may differ from m, relative. */
    private static final double AGREES = Thresholds.TENTH;

    /** Tasks in their queue, from which somebody does wait for them. */
    private static final double SOMEBODY = Thresholds.ONE;

    private WaitsElsewhere() {}

    /** False where nobody saw one user, and where tasks are seen to wait for them. */
    public static boolean in(Station pool, Evidence evidence) {
        double works = evidence.unloaded()
                .flatMap(one -> one.observation().station(pool.id()))
                .map(Station::active)
                .orElse(Double.POSITIVE_INFINITY);
        double response = evidence.baseline().map(Measure::value).orElse(Double.NaN);
        double longer = Math.max(
                0, evidence.response() - response); // no wait grows by more, whatever few looks at one user say
        return pool.queued() < SOMEBODY
                && evidence.places().stream()
                        .filter(place -> place.kind() == Place.Kind.QUEUED
                                && place.name().equals(pool.name()))
                        .anyMatch(place ->
                                Math.min(place.seconds(), place.unloaded() + longer) < (1 + LONGER) * place.unloaded()
                                        && works < WORK * place.unloaded() / response
                                        && !isFull(pool, works * response, evidence));
    }

    /** @param demand D: seconds that one user's request takes of them */
    private static boolean isFull(Station pool, double demand, Evidence evidence) {
        double workers = pool.maximum().orElse(0);
        return Math.abs(evidence.served().value() * demand - workers) <= AGREES * workers;
    }
}
