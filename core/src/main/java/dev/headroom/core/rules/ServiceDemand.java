package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.UtilizationLaw;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * D = V S, seconds of a resource that one request takes ({@link UtilizationLaw#demand}), with one user. m / D is then the ceiling that the
 * load should meet, from a state of the system in which nothing queued: it can be wrong, and is where what is held waits for something else
 * that is full.
 */
final class ServiceDemand {

    /** With fewer looks than this that saw it held, its share of the time is not known. */
    private static final double FEWEST = Thresholds.ENOUGH;

    private ServiceDemand() {}

    /** m / D; empty where the station was not seen at work with one user. */
    static OptionalDouble unloadedCeiling(Station station, double capacity, Evidence evidence) {
        Optional<Evidence> unloaded = evidence.unloaded();
        return unloaded.flatMap(one -> one.observation().station(station.id()))
                .map(alone -> ceiling(capacity, alone.active(), unloaded.get()))
                .orElse(OptionalDouble.empty());
    }

    /** The same of what is known by its line alone, with D as long as one user's request is at the lines of those who hold it. */
    static OptionalDouble unloadedCeilingByLines(Station line, double capacity, Evidence evidence) {
        Set<String> held = line.holders().stream().map(CallSite::frame).collect(Collectors.toSet());
        return evidence.unloaded()
                .map(alone -> ceiling(
                        capacity,
                        CallSite.workersAt(alone.observation().holders(), site -> held.contains(site.frame())),
                        alone))
                .orElse(OptionalDouble.empty());
    }

    private static OptionalDouble ceiling(double capacity, double busy, Evidence unloaded) {
        double seen = busy * unloaded.observation().probe().samples();
        return seen >= FEWEST
                ? OptionalDouble.of(
                        capacity / UtilizationLaw.demand(busy, unloaded.served().value()))
                : OptionalDouble.empty();
    }
}
