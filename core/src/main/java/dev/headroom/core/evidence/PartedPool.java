package dev.headroom.core.evidence;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.statistics.Groups;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbered;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pools in which the application keeps its work apart, one for each account, tenant or shard: their names differ by a number alone, and each is full while tasks
 * wait for it, as far as its queue can be seen. Each of them gives its share of X; together they are one station with as many servers as they have. Those that have
 * room are no part of it: where one of many is full, that one is the limit.
 *
 * @param name of all, without their numbers
 * @param parts names of those that are full
 */
record PartedPool(String name, Set<String> parts) {

    /** Tasks on average that wait for one of them. */
    private static final double WAITS = Thresholds.ONE;

    /** Of its workers (0 to 1), those that wait for another part, from which that is within the first. */
    private static final double WITHIN = Thresholds.TENTH;

    /** Of its workers (0 to 1), from which a line is theirs. */
    private static final double PART = Thresholds.TENTH;

    PartedPool {
        parts = Set.copyOf(parts);
    }

    static List<PartedPool> in(Observation seen) {
        Map<List<Object>, List<Station>> alike = seen.pools().stream()
                .filter(pool -> isFull(pool, seen))
                .collect(Collectors.groupingBy(
                        pool -> List.of(Numbered.without(pool.name()), pool.kind(), pool.maximum()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        Map<String, List<PartedPool>> named = alike.values().stream()
                .map(PartedPool::sideBySide)
                .flatMap(pools -> Groups.of(pools, (one, other) -> doTheSame(one, other, seen)).stream())
                .filter(pools -> pools.size() > 1)
                .map(pools -> new PartedPool(
                        Numbered.without(pools.getFirst().name()),
                        pools.stream().map(Station::name).collect(Collectors.toSet())))
                .filter(parted ->
                        !parted.name().isEmpty() && seen.station(parted.name()).isEmpty())
                .collect(Collectors.groupingBy(PartedPool::name, LinkedHashMap::new, Collectors.toList()));
        return named.values().stream()
                .filter(each -> each.size() == 1)
                .flatMap(List::stream)
                .toList();
    }

    static Map<String, List<String>> byName(List<PartedPool> all) {
        return all.stream()
                .collect(Collectors.toMap(
                        PartedPool::name, one -> one.parts().stream().sorted().toList()));
    }

    /** Their workers are at the same lines, and the same lines wait for them, as far as either was seen: the JDK numbers all pools of a service alike, whatever they do. */
    private static boolean doTheSame(Station one, Station other, Observation seen) {
        return meet(lines(one), lines(other)) && meet(seen.lines(one.name()), seen.lines(other.name()));
    }

    private static boolean meet(Set<String> some, Set<String> others) {
        return some.isEmpty() && others.isEmpty() || !Collections.disjoint(some, others);
    }

    private static Set<String> lines(Station pool) {
        return pool.holders().stream()
                .filter(site -> site.workers() >= PART * pool.active())
                .map(CallSite::frame)
                .collect(Collectors.toSet());
    }

    /** Those whose workers hardly wait for another of them: who gives tasks to the next is no share of the same limit. */
    private static List<Station> sideBySide(List<Station> alike) {
        return alike.stream()
                .filter(pool -> alike.stream()
                                .filter(other -> other != pool)
                                .mapToDouble(other -> pool.waitingOn(other.name()))
                                .sum()
                        < WITHIN * pool.active())
                .toList();
    }

    private static boolean isFull(Station pool, Observation seen) {
        double callers = seen.threadsOn(pool.name());
        return BackgroundWork.OF_THEIR_OWN.contains(pool.kind())
                && pool.utilization() >= Saturation.FULL
                && (pool.queue().isEmpty() || Math.max(pool.queued(), callers - pool.active()) >= WAITS);
    }

    /** The same observation with one pool in their place. */
    Observation together(Observation seen) {
        List<Station> own = seen.pools().stream()
                .filter(pool -> parts.contains(pool.name()))
                .toList();
        return own.isEmpty()
                ? seen
                : seen.withPools(Stream.concat(
                                Stream.of(sum(own)), seen.pools().stream().filter(pool -> !parts.contains(pool.name())))
                        .map(this::waiting)
                        .toList());
    }

    private Station waiting(Station pool) {
        return pool.reading(wait -> parts.contains(wait.target())
                ? new Wait(wait.activity(), name, wait.workers(), wait.evidence(), wait.site())
                : wait);
    }

    private Station sum(List<Station> own) {
        Map<Activity, Double> activities = new EnumMap<>(Activity.class);
        own.forEach(pool ->
                pool.activities().forEach((activity, workers) -> activities.merge(activity, workers, Double::sum)));
        return Station.of(name, own.getFirst().kind())
                .type(own.getFirst().type())
                .workers(sum(own, Station::workers))
                .maximum(OptionalInt.of(
                        own.stream().mapToInt(pool -> pool.maximum().orElse(0)).sum()))
                .active(sum(own, Station::active))
                .queue(known(own, Station::queue))
                .queueMax(known(own, Station::queueMax))
                .queueGrowth(known(own, Station::queueGrowth))
                .completed(known(own, Station::completed))
                .holdingByCompletions(held(own, Station::holdingByCompletions))
                .holdingByClock(held(own, Station::holdingByClock))
                .saturatedShare(sum(own, Station::saturatedShare) / own.size())
                .activities(activities)
                .waits(all(own, Station::waits))
                .holders(CallSite.together(all(own, Station::holders)))
                .waiters(CallSite.together(all(own, Station::waiters)))
                .build();
    }

    private static double sum(List<Station> own, ToDoubleFunction<Station> figure) {
        return own.stream().mapToDouble(figure).sum();
    }

    /** Empty where one of them does not tell. */
    private static OptionalDouble known(List<Station> own, Function<Station, OptionalDouble> figure) {
        return own.stream().allMatch(pool -> figure.apply(pool).isPresent())
                ? OptionalDouble.of(sum(own, pool -> figure.apply(pool).orElse(0)))
                : OptionalDouble.empty();
    }

    /** Of tasks, whichever of them they were of. */
    private static Optional<Measure> held(List<Station> own, Function<Station, Optional<Measure>> time) {
        if (!own.stream().allMatch(pool -> time.apply(pool).isPresent())) {
            return Optional.empty();
        }
        double weights = sum(own, PartedPool::weight);
        double mean =
                sum(own, pool -> weight(pool) * time.apply(pool).orElseThrow().value()) / weights;
        double error =
                sum(own, pool -> weight(pool) * time.apply(pool).orElseThrow().error()) / weights;
        return Optional.of(new Measure(
                mean, error, time.apply(own.getFirst()).orElseThrow().source() + ", and of its like"));
    }

    private static double weight(Station pool) {
        return Math.max(1, pool.completed().orElse(pool.active()));
    }

    private static <T> List<T> all(List<Station> own, Function<Station, List<T>> which) {
        return own.stream().flatMap(pool -> which.apply(pool).stream()).toList();
    }
}
