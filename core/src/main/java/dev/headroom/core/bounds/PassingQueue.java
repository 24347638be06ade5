package dev.headroom.core.bounds;

import dev.headroom.core.conservation.Places;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.AllenCunneen;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.stream.Stream;

/**
 * The queue before something that has room for all that an open load offers: arrivals that come at random and tasks of unlike length make it,
 * and it passes. Three things have to agree before a queue is called so: the rate of the load is below the ceiling that utilisation and
 * throughput tell, the queue was seen there, and it is no longer than such a utilisation makes it ({@link AllenCunneen}).
 *
 * @param name of the pool or resource
 * @param used its ceiling is used to, by the rate of the load, 0 to 1
 * @param ceiling requests per second
 * @param waiting mean number of requests that is explained so
 * @param sure whether the ceiling is above the rate within its error
 */
public record PassingQueue(String name, double used, Measure ceiling, double waiting, boolean sure) {

    /** Of a ceiling (0 to 1), what may be offered: busy workers are seen a little too few. */
    private static final double ROOM = Thresholds.CLOSE;

    /** Standard errors by which a mean over a window may differ from that of all time. */
    private static final double CHANCE = Thresholds.DOUBLE;

    public static List<PassingQueue> in(Evidence evidence) {
        return evidence.workload().arrivals() instanceof Workload.Open open
                ? evidence.observation().stations().stream()
                        .flatMap(station -> of(station, open, evidence))
                        .toList()
                : List.of();
    }

    /** Requests that are kept there: of threads by the census, of what counts its waiters by its own count. */
    private static double waiting(Station station, Evidence evidence) {
        boolean entry = evidence.structure().isEntry(station);
        return station.kind().isThreads()
                ? evidence.requests(place -> Places.keeps(station, place, entry))
                : station.queued();
    }

    private static Stream<PassingQueue> of(Station station, Workload.Open open, Evidence evidence) {
        int workers = station.kind() == StationKind.RATE_LIMITER
                ? 0
                : station.maximum().orElse(0);
        double seen = waiting(station, evidence);
        double rate = evidence.served().value();
        double utilization = Math.min(1, station.active() / workers);
        double ceiling = rate / utilization;
        if (workers < 1 || !(station.active() > 0 && seen > 0) || open.rate() > ceiling) {
            return Stream.empty();
        }
        double error = CHANCE * ceiling * Math.sqrt(AllenCunneen.HOLDING / (rate * evidence.window()));
        double byLaw = AllenCunneen.queue(workers, utilization, open.variation());
        // near its ceiling a queue is a random walk, and has gone no further in the window
        double walk = CHANCE * Math.sqrt((open.variation() + AllenCunneen.HOLDING) * open.rate() * evidence.window());
        double ofMean = AllenCunneen.relativeError(ceiling, utilization, open.variation(), evidence.window());
        return Stream.of(new PassingQueue(
                station.name(),
                open.rate() / ceiling,
                new Measure(ceiling, error, "X / U"),
                Math.min(seen, Math.min(byLaw * (1 + CHANCE * ofMean), walk)),
                open.rate() <= ROOM * (ceiling - error)));
    }
}
