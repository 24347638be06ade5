package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.ResponseTimeLaw;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Times;
import dev.headroom.core.structure.Fanout;
import dev.headroom.core.structure.Link;
import dev.headroom.core.structure.Structure;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that one run brought to light, brought together once for all questions.
 *
 * @param structure of the pools without the workers that hang
 * @param served requests per second on which the service spent its workers, good or not
 * @param processes processor seconds of all processes of the run, by name; empty where not known
 */
record Evidence(
        Load load,
        LoadResult result,
        Structure structure,
        Counted counted,
        WaitChain chain,
        Hangs hangs,
        Measure served,
        Map<String, Double> processes) {

    /** A backlog that grows slower than this share of the offered rate (0 to 1) is no overload. */
    private static final double GROWS = 0.03;

    /** Nor is one that grew by fewer requests than this between the two quarters compared. */
    private static final double FEWEST = 3;

    /** More failed answers than this (0 to 1) and the good ones are not all that the service did. */
    private static final double FAILS = 0.05;

    static Evidence of(Load load, LoadResult result, Observation observation, Map<String, Double> processes) {
        Hangs hangs = Hangs.in(observation);
        Structure structure = Structure.of(hangs.without(EventLoops.sized(observation)));
        Counted counted = Counted.in(observation.window(), result);
        return new Evidence(
                load,
                result,
                structure,
                counted,
                WaitChain.walk(structure, counted),
                hangs,
                Served.of(result, counted, structure),
                Map.copyOf(processes));
    }

    Observation observation() {
        return structure.observation();
    }

    double window() {
        return Times.seconds(observation().window().length());
    }

    double throughput() {
        return counted.throughput().value();
    }

    /** Whether more is asked of the service than it gives, as far as the load can tell: users always ask for more. */
    boolean heldBack() {
        return load instanceof Load.Closed || overloaded();
    }

    /**
     * An open load that is not carried: requests pile up, or are turned away. Judged by the number in flight, not by
     * offered minus completed: the answers to the last requests of any window come after it.
     */
    boolean overloaded() {
        return load.offered()
                .filter(offered ->
                        counted.growth() > GROWS * offered.perSecond() && counted.growth() * window() / 2 >= FEWEST
                                || counted.failedShare() > FAILS)
                .isPresent();
    }

    /** The saturated pool that holds this load back: any in a closed load, in an open one only if it is not carried. */
    Optional<Pool> binding() {
        return chain.binding().filter(pool -> heldBack());
    }

    /** R0: seconds that a request takes of the binding pool, and of all that wait for it, when no one queues. */
    double unloaded(Pool pool, Terms terms) {
        double once = terms.holdingTime().value();
        List<Link> links = chain.links().stream()
                .filter(link -> link.completer().equals(pool))
                .toList();
        Fanout fanout = Fanout.of(links, terms.visits().value());
        return links.isEmpty() || !fanout.parallel() ? once * terms.visits().value() : once;
    }

    /** The rate that the service has to carry: offered, or what the users would ask for if they never queued. */
    double wanted(double unloaded) {
        return switch (load) {
            case Load.Open open -> open.rate().perSecond();
            case Load.Closed closed ->
                ResponseTimeLaw.throughput(closed.users(), unloaded, Times.seconds(closed.thinkTime()));
        };
    }
}
