package dev.headroom.core.prediction;

import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation.PoolSample;
import dev.headroom.core.model.observation.Observation.Sample;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.structure.Fanout;
import dev.headroom.core.structure.Holding;
import dev.headroom.core.structure.Structure;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * An asynchronous handler: the entry's workers wait for no one, and another pool, for which no one waits either, does the
 * work. No frame tells then how many tasks V a request gives to that pool. Where the load says how many requests there
 * are, V is the pool's busy time over the whole run, by S, by the requests (B = V S C, the utilisation law). For an open
 * load it is the tasks that come a second (completed, and added to the queue) by the requests offered. For users who go
 * on for a given time it is the tasks outstanding for each of them, as each has one request on the way.
 *
 * @param visits V
 */
public record DispatchedEntry(Station pool, double visits, Fanout fanout, String source) {

    private static final Set<StationKind> WORKERS =
            Set.of(StationKind.FORK_JOIN, StationKind.EXECUTOR, StationKind.VIRTUAL_THREADS, StationKind.OTHER);

    /** A pool with fewer tasks for each request than this does something else, or does it seldom. */
    private static final double A_TASK_EACH = 0.8;

    private record Count(double visits, String source) {}

    static Optional<DispatchedEntry> of(Load load, Structure structure, Station entry) {
        if (!structure.links(entry).isEmpty() || Structure.waitingOnItself(entry) > 0) {
            return Optional.empty();
        }
        return structure.observation().pools().stream()
                .filter(pool -> WORKERS.contains(pool.kind())
                        && !pool.name().equals(entry.name())
                        && pool.active() > entry.active()
                        && !waitedFor(pool, structure))
                .max(Comparator.comparingDouble(Station::active))
                .flatMap(pool -> visits(load, structure, pool)
                        .filter(count -> count.visits >= A_TASK_EACH && Double.isFinite(count.visits))
                        .map(count -> new DispatchedEntry(
                                pool, count.visits, fanout(load, pool, count.visits), count.source)));
    }

    private static Optional<Count> visits(Load load, Structure structure, Station pool) {
        return switch (load) {
            case Load.Tool tool -> Optional.empty();
            case Load.Open open -> {
                double window = structure.observation().window().seconds();
                double arriving = pool.completed().orElse(0) / window
                        + Math.max(0, pool.queueGrowth().orElse(0));
                yield arriving > 0
                        ? Optional.of(new Count(arriving / open.rate().perSecond(), "tasks by requests offered"))
                        : Optional.empty();
            }
            case Load.Closed closed -> {
                OptionalDouble busy = busyTime(pool, structure.observation().series());
                Optional<Double> time = Holding.of(pool, structure)
                        .map(holding -> holding.time().value());
                double requests = closed.until().requests(closed.users());
                yield busy.isPresent() && time.isPresent() && requests > 0
                        ? Optional.of(new Count(
                                LittlesLaw.throughput(busy.getAsDouble(), time.get()) / requests,
                                "busy time of the whole run by S and the " + Numbers.of(requests) + " requests"))
                        : Optional.of(new Count(
                                Math.rint((pool.active() + pool.queued()) / closed.users()),
                                "tasks outstanding for each user"));
            }
        };
    }

    /** B, worker-seconds, over the counted load and its drain. */
    private static OptionalDouble busyTime(Station pool, List<Sample> series) {
        double busy = 0;
        for (int i = 0; i + 1 < series.size(); i++) {
            Sample sample = series.get(i);
            if (!sample.at().isNegative()) {
                double seconds = Times.seconds(series.get(i + 1).at().minus(sample.at()));
                busy += active(pool, sample) * seconds;
            }
        }
        return busy > 0 ? OptionalDouble.of(busy) : OptionalDouble.empty();
    }

    private static double active(Station pool, Sample sample) {
        return sample.pools().stream()
                .filter(one -> one.pool().equals(pool.name()))
                .mapToInt(PoolSample::active)
                .sum();
    }

    private static Fanout fanout(Load load, Station pool, double visits) {
        double users = load instanceof Load.Closed closed ? closed.users() : 0;
        return Fanout.of(pool.active() + pool.queued(), users, visits);
    }

    private static boolean waitedFor(Station pool, Structure structure) {
        return structure.observation().waits().anyMatch(wait -> wait.target().equals(pool.name()));
    }
}
