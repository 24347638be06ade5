package dev.headroom.core.conservation;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;

/**
 * Those who are taken to wait for threads that serve others. Who waits alone waits for as long as he is served (with one user nobody is before him), so threads that idle meanwhile do not serve him,
 * and where the wait is about as long under load, nobody is before him there either. Which threads end a wait is told by what they run, and that may be code of the same method for another purpose.
 */
public final class WaitsElsewhere {

    /** Of the time that one user waits (0 to 1), which those who serve him work. */
    private static final double WORK = Thresholds.HALF;

    /** Of one user's wait, from which they wait for one another. */
    private static final double LONGER = Thresholds.DOUBLE;

    private WaitsElsewhere() {}

    /** False where nobody saw one user. */
    public static boolean in(Station pool, Evidence evidence) {
        double works = evidence.unloaded()
                .flatMap(one -> one.observation().station(pool.id()))
                .map(Station::active)
                .orElse(Double.POSITIVE_INFINITY);
        double response = evidence.baseline().map(Measure::value).orElse(Double.NaN);
        return evidence.places().stream()
                .filter(place ->
                        place.kind() == Place.Kind.QUEUED && place.name().equals(pool.name()))
                .anyMatch(place ->
                        place.seconds() < LONGER * place.unloaded() && works < WORK * place.unloaded() / response);
    }
}
