package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where a worker waits for its next task, of a library that nobody knows, is told by a count where nobody saw one user: a request has one worker of a pool, so of its workers N at most serve one. Where the others
 * of the pool are N already, those that wait at one line have none: they are idle. Whoever waits there with a request is one of N, and the others are fewer by as many.
 */
final class IdleByCount {

    /** Of the workers at the line, and of N (0 to 1), those for whom a request may be left over. */
    private static final double LEFT = Thresholds.TENTH;

    /** By which the others may be more than N, relative: from there a request has several workers, or another load has some. */
    private static final double MORE = Thresholds.TENTH;

    private IdleByCount() {}

    /** @param inFlight N, as the service or the kernel counted it; NaN where nobody did */
    static Observation read(Observation seen, double inFlight) {
        if (!(inFlight >= Saturation.FEWEST_WAITING)) {
            return seen;
        }
        return seen.withPools(seen.pools().stream()
                .map(pool -> line(pool, inFlight)
                        .map(line -> IdleThere.read(pool, wait -> line.equals(wait.site())))
                        .orElse(pool))
                .toList());
    }

    private static Optional<String> line(Station pool, double inFlight) {
        if (pool.kind() != StationKind.OTHER) {
            return Optional.empty(); // of the others it is known where they wait for a task
        }
        Map<String, Double> lines = pool.waits().stream()
                .filter(wait -> wait.activity() == Activity.AWAITING_OTHER)
                .collect(Collectors.groupingBy(Wait::site, Collectors.summingDouble(Wait::workers)));
        List<String> found = lines.entrySet().stream()
                .filter(one -> isIdle(one.getValue(), pool, inFlight))
                .map(Map.Entry::getKey)
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    private static boolean isIdle(double there, Station pool, double inFlight) {
        double left = inFlight - (pool.active() - there);
        // or those who do something else may be the idle ones
        boolean alone = pool.activities().entrySet().stream()
                .filter(other -> other.getKey() != Activity.AWAITING_OTHER)
                .noneMatch(other -> Math.abs(other.getValue() - there) <= LEFT * there);
        return alone && there >= Thresholds.ONE && left <= LEFT * Math.min(there, inFlight) && left >= -MORE * inFlight;
    }
}
