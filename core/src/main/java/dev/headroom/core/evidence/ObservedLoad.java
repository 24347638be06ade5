package dev.headroom.core.evidence;

import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.PoolSample;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Structure;
import dev.headroom.core.structure.StuckThreads;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a service was asked for by others, as a {@link Workload}: X and N from its own counters, its pools and its sockets. */
final class ObservedLoad {

    /** Share (0 to 1) of the number at work and waiting that may be gone in the second half of a window. */
    private static final double SAME = Thresholds.HALF;

    /** Standard errors that two means differ by chance. */
    private static final double CHANCE = Thresholds.SIGMAS;

    /** Of the connections (0 to 1), those that always have a request in flight, where each may have several. */
    private static final double ALWAYS = Thresholds.MOST;

    /** Looks that are alike one after the other tell less than as many that are apart. */
    private static final double FEWEST_LOOKS = Thresholds.LOOKS;

    private ObservedLoad() {}

    static Workload of(Observation seen, Optional<Counted> counted) {
        Optional<Station> entry = Structure.of(seen).entry();
        double seconds = seen.window().seconds();
        Optional<Measure> told = counted.map(Counted::throughput);
        Measure throughput = told.filter(
                        one -> Double.isFinite(one.value()) || counted.get().partly())
                .or(() -> tasks(entry, seconds))
                .or(() -> told)
                .orElse(Measure.of(Double.NaN, "nobody counts requests"));
        double outside = outside(seen, entry);
        double standing = outside + entry.map(ObservedLoad::inside).orElse(0.0);
        // a request may be several virtual threads, those that it starts among them, and all of these are one pool
        boolean isOneEach =
                entry.filter(pool -> pool.kind() != StationKind.VIRTUAL_THREADS).isPresent();
        OptionalDouble number = inFlight(seen, entry, counted);
        double all = number.stream()
                .boxed()
                .findFirst()
                .map(known -> Math.max(known, isOneEach ? standing : outside))
                .orElse(Math.max(standing, outside + busiest(seen, counted)));
        // requests that no one will answer are in flight for ever, and wait for nothing of those that are answered
        int stuck = entry.map(pool -> StuckThreads.in(seen).count(pool.name())).orElse(0);
        double inFlight = Math.max(0, all - stuck);
        OptionalDouble errors = counted.map(Counted::failed).orElse(OptionalDouble.empty());
        return new Workload(
                new Workload.Observed(
                        number.isPresent(),
                        counted.filter(its -> number.isPresent() && its.inFlight() >= all)
                                .map(Counted::oldest)
                                .orElse(OptionalDouble.empty())),
                throughput,
                errors.orElse(0),
                inFlight,
                counted.map(Counted::growth)
                        .orElse(entry.map(pool -> pool.queueGrowth().orElse(0)).orElse(0.0)),
                LittlesLaw.time(inFlight, throughput.value()),
                seconds,
                seconds,
                List.of(),
                counted.map(Counted::departures).orElse(List.of()),
                errors.isPresent()
                        ? Failures.counted(
                                Math.round(throughput.value() * seconds), Math.round(errors.getAsDouble() * seconds))
                        : Failures.NONE,
                Optional.empty());
    }

    /**
     * As counted. The kernel tells connections with a request in flight: where nearly each has one, and more workers are on tasks that event loops hand over, a connection has several.
     */
    private static OptionalDouble inFlight(Observation seen, Optional<Station> entry, Optional<Counted> counted) {
        double number = counted.map(Counted::inFlight).orElse(Double.NaN);
        double connections = seen.network().accepted();
        boolean several = connections > 0
                && number >= ALWAYS * connections
                && entry.filter(pool -> pool.kind() == StationKind.EVENT_LOOPS)
                        .filter(pool -> (1 + AsyncDispatch.MORE) * number
                                < AsyncDispatch.workers(
                                        pool,
                                        Structure.of(seen),
                                        counted.map(Counted::throughput)
                                                .map(Measure::value)
                                                .orElse(Double.NaN)))
                        .isPresent();
        return Double.isFinite(number) && !several ? OptionalDouble.of(number) : OptionalDouble.empty();
    }

    /** Tasks per second of the pool in which requests enter; those of another may be a batch's. */
    private static Optional<Measure> tasks(Optional<Station> entry, double seconds) {
        return entry.filter(pool -> pool.completed().orElse(0) > 0 && seconds > 0)
                .map(pool -> Measure.of(
                        pool.completed().getAsDouble() / seconds, "tasks that " + pool.name() + " completed"));
    }

    private static double inside(Station entry) {
        return entry.active() + Saturation.ownQueue(entry);
    }

    /** Where nobody counts there are as many at least as have a task in the busiest pool: requests do not stay with an event loop that hands them on. */
    private static double busiest(Observation seen, Optional<Counted> counted) {
        double answers = counted.map(its -> its.throughput().value()).orElse(Double.NaN)
                * seen.window().seconds();
        return seen.pools().stream()
                .mapToDouble(pool -> inside(pool) / tasksOfOne(pool, answers))
                .max()
                .orElse(0);
    }

    /** Tasks that a request may have there at a time; 1 where nobody counts them. */
    private static double tasksOfOne(Station pool, double answers) {
        return answers > 0 ? Math.max(1, pool.completed().orElse(answers) / answers) : 1;
    }

    /** Before the entry: a request of its queue lies unread in its socket as well. */
    private static double outside(Observation seen, Optional<Station> entry) {
        return seen.network().notAccepted()
                + Math.max(
                        0,
                        seen.network().unread()
                                - entry.map(Saturation::ownQueue).orElse(0.0));
    }

    /** Says that the load went away while the window went on. A number that grows is told by what is full. */
    static Optional<String> unsettled(Observation seen, Workload workload) {
        Optional<String> entry = Structure.of(seen).entry().map(Station::name);
        double end = workload.seconds();
        if (entry.isEmpty()) {
            return Optional.empty();
        }
        SampleMean before = counts(seen, entry.get(), 0, end / 2);
        SampleMean after = counts(seen, entry.get(), end / 2, end);
        if (before.count() < FEWEST_LOOKS || after.count() < FEWEST_LOOKS) {
            return Optional.empty();
        }
        double change = before.mean() - after.mean();
        return change > SAME * before.mean()
                        && change > 1
                        && change > CHANCE * Math.hypot(before.error(), after.error())
                ? Optional.of("%s requests were at work or waiting in the first half of the window, %s in the second"
                        .formatted(Numbers.count(before.mean()), Numbers.count(after.mean())))
                : Optional.empty();
    }

    private static SampleMean counts(Observation seen, String pool, double from, double to) {
        return SampleMean.of(seen.series().stream()
                .filter(sample -> Times.seconds(sample.at()) >= from && Times.seconds(sample.at()) < to)
                .flatMap(sample -> sample.pools().stream())
                .filter(sample -> sample.pool().equals(pool))
                .map((PoolSample sample) -> (double) sample.active() + sample.queued())
                .toList());
    }
}
