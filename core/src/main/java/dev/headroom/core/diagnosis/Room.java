package dev.headroom.core.diagnosis;

import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.rules.FullAlone;
import dev.headroom.core.rules.Hypothesis;
import dev.headroom.core.rules.Processors;
import dev.headroom.core.rules.Tie;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;

/** How far throughput may rise where a limit is raised: up to whatever else is known to hold it. */
record Room(Evidence evidence, Roots roots) {

    /** Of the processor's ceiling only so much can be reached by a load that shares the machine. */
    static final double OF_PROCESSOR = Thresholds.MOST;

    /** Throughput up to which it is in proportion to m, for something else would hold the load to more: the load itself, the next limit, the processor. */
    double of(Hypothesis one) {
        if (one.target().equals(Hypothesis.CPU) && one.unloadedCeiling().isPresent()) {
            // threads that spin or try again for something else fill it, too, and less of it slows them in proportion
            return evidence.throughput();
        }
        // near a bound that two limits make together, throughput is below both; a backlog stands beyond the bound
        double knee = evidence.workload().offered().isPresent() ? 1 : Tie.KNEE;
        double load = roots.bound().limit().map(Measure::value).orElseGet(this::asked);
        double next = one.finding()
                .next()
                .map(NextLimit::ceiling)
                .map(rate -> rate.perSecond())
                .orElse(Double.POSITIVE_INFINITY);
        List<String> shares = one.shares();
        double others = roots.ranked().stream()
                .map(Ranking.Ranked::hypothesis)
                .filter(other -> other != one
                        && !shares.contains(other.target())
                        && other.unloadedCeiling().isPresent())
                .mapToDouble(other -> other.unloadedCeiling().getAsDouble())
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        double besides = evidence.observation().resources().stream()
                .filter(resource -> !resource.id().equals(one.target())
                        && !shares.contains(resource.id())
                        && !FullAlone.is(resource.id(), evidence)
                        && resource.waitingOn(one.target()) == 0) // else it is held for less time once that is larger
                .mapToDouble(this::ceiling)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        double processor = one.target().equals(Hypothesis.CPU)
                ? Double.POSITIVE_INFINITY
                : OF_PROCESSOR * Processors.room(evidence);
        return Math.min(knee * Math.min(load, Math.min(next, Math.min(others, besides))), processor);
    }

    /** By the utilisation law, X m / U; of a rate what it grants. */
    private double ceiling(Station resource) {
        int capacity = resource.maximum().orElse(0);
        if (resource.kind() == StationKind.RATE_LIMITER) {
            return capacity > 0 ? capacity : Double.POSITIVE_INFINITY;
        }
        return capacity > 0 && resource.active() > 0
                ? evidence.throughput() * capacity / Math.min(capacity, resource.active())
                : Double.POSITIVE_INFINITY;
    }

    /** What those in flight would get if none of them waited, where the load is not ours: whoever sends them may not send more. */
    private double asked() {
        double working = Waiting.working(evidence);
        return evidence.isObserved() && working > 0
                ? LittlesLaw.throughput(evidence.workload().inFlight(), working)
                : Double.POSITIVE_INFINITY;
    }
}
