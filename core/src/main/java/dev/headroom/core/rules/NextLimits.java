package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Holding;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** What has the lowest ceiling besides what binds: of the pools of threads that a request passes, of all else that it holds, and of the processor. */
public final class NextLimits {

    private NextLimits() {}

    /** Where nothing binds: what would do so first. */
    public static Optional<NextLimit> first(Evidence evidence) {
        return lowest(Stream.of(
                firstPools(evidence),
                ResourceRoom.of(evidence, one -> ResourceRoom.isInPart(one.utilization())),
                processor(evidence)));
    }

    /** The same of the pools of threads alone. */
    public static Optional<NextLimit> firstPool(Evidence evidence) {
        return firstPools(evidence).min(Comparator.comparing(NextLimit::ceiling));
    }

    private static Stream<NextLimit> firstPools(Evidence evidence) {
        return evidence.chain().pools().stream()
                .flatMap(pool ->
                        Terms.of(pool, evidence).stream().map(terms -> limit(pool, ceiling(pool, terms, evidence))));
    }

    /** By the utilisation law, X m / U, where a clock says that a task takes less than its workers are busy for: short waits leave it no event. */
    private static double ceiling(Station pool, Terms terms, Evidence evidence) {
        double byUse = evidence.throughput() * terms.workers() / pool.active();
        boolean missed = terms.byClock()
                && pool.completed().orElse(0) >= Thresholds.LOOKS
                && terms.ceiling().value() > (1 + Holding.SAME) * byUse;
        return missed ? byUse : terms.ceiling().value();
    }

    /**
     * What would bind once {@code binding} is lifted. The pools that wait for it are then held only as with one user, whose
     * request waits for no one: their measured holding time is mostly the queue that is gone by then. Empty where nobody knows how long that is.
     */
    static Optional<NextLimit> after(Station binding, Terms terms, Evidence evidence) {
        int index = evidence.chain().pools().indexOf(binding);
        double unloaded = terms.unloaded(binding, evidence);
        return besides(List.of(binding.id()), unloaded, evidence, pool -> {
            boolean waits = evidence.chain().pools().indexOf(pool) < index && !handsOver(pool, evidence);
            return waits
                    ? Optional.of(freed(pool, unloaded, evidence))
                    : Terms.of(pool, evidence).map(its -> its.ceiling().value());
        });
    }

    /**
     * Once a resource is lifted, the workers that waited for it are held for as long as a request takes that waits for no one. Empty where nobody knows how long that is.
     *
     * @param targets its id, with those of what is lifted with it
     */
    static Optional<NextLimit> besides(List<String> targets, Terms terms, Evidence evidence) {
        double unloaded = terms.unloaded(evidence);
        return besides(targets, unloaded, evidence, pool -> Optional.of(freed(pool, unloaded, evidence)));
    }

    private static Optional<NextLimit> besides(
            List<String> targets, double unloaded, Evidence evidence, Function<Station, Optional<Double>> ceiling) {
        Stream<NextLimit> pools = evidence.chain().pools().stream()
                .filter(pool -> !targets.contains(pool.id()) && pool.maximum().isPresent())
                .flatMap(pool -> ceiling.apply(pool).map(its -> limit(pool, its)).stream());
        return Double.isNaN(unloaded)
                ? Optional.empty()
                : lowest(Stream.of(pools, besides(targets, evidence), processor(evidence)));
    }

    /**
     * What a pool carries that waits for nothing full any more: by what one user's request takes of it, else as if each that passes there held it for all that a request takes which waits for no one. Tasks of one request that come one after another
     * hold it no longer together; those that run side by side hold it each.
     */
    private static double freed(Station pool, double unloaded, Evidence evidence) {
        int workers = pool.maximum().orElse(0);
        return ServiceDemand.unloadedCeiling(pool, workers, evidence)
                .orElseGet(() -> workers / (held(pool, evidence) * unloaded));
    }

    private static double held(Station pool, Evidence evidence) {
        double visits =
                Terms.of(pool, evidence).map(terms -> terms.visits().value()).orElse(1.0);
        return evidence.chain().areSideBySide(pool, visits) ? visits : Math.min(1, visits);
    }

    /**
     * What is held while its holders wait for that is held for less time once that is lifted: by how much is not known. What is all taken is next where one user shows that it is not the background's.
     */
    private static Stream<NextLimit> besides(List<String> targets, Evidence evidence) {
        return ResourceRoom.of(
                evidence,
                one -> !targets.contains(one.id())
                        && targets.stream().noneMatch(target -> leadsTo(target, one, new HashSet<>(), evidence))
                        && (ResourceRoom.isInPart(one.utilization())
                                || evidence.unloaded().isPresent() && isOfItsOwn(one)));
    }

    /** Whether any of its holders waits for that, or for what waits for it. */
    private static boolean leadsTo(String target, Station one, Set<String> passed, Evidence evidence) {
        return one.waitingOn(target) > 0
                || one.waits().stream()
                        .map(Station.Wait::target)
                        .filter(passed::add)
                        .flatMap(next -> evidence.observation().station(next).stream())
                        .anyMatch(next -> leadsTo(target, next, passed, evidence));
    }

    /** Permits or threads that nobody is seen to hold may be what the other is made of, and a wait that no rule knows the same queue once more; connections and objects are lent. */
    private static boolean isOfItsOwn(Station resource) {
        return switch (resource.kind()) {
            case CONNECTION_POOL, OBJECT_POOL -> true;
            case SEMAPHORE, LOCK -> !resource.holders().isEmpty();
            default -> false;
        };
    }

    private static Stream<NextLimit> processor(Evidence evidence) {
        double room = Processors.room(evidence);
        return Double.isFinite(room) && ResourceRoom.isUsed(evidence.throughput() / room)
                ? Stream.of(new NextLimit(Processors.limit(evidence), Rate.perSecond(room)))
                : Stream.empty();
    }

    private static Optional<NextLimit> lowest(Stream<Stream<NextLimit>> all) {
        return all.flatMap(each -> each).min(Comparator.comparing(NextLimit::ceiling));
    }

    /** Such a pool is not held while others work, so its own holding time stands. */
    private static boolean handsOver(Station pool, Evidence evidence) {
        return evidence.chain().links().stream()
                .anyMatch(link -> link.asynchronous() && link.caller().equals(pool));
    }

    private static NextLimit limit(Station pool, double ceiling) {
        return new NextLimit(pool.limit(), Rate.perSecond(ceiling));
    }
}
