package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Mechanism;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * What was seen under load and with one user, each read by the light of the other: who waits for whom, who idles, and who works for nobody's request, as no stack alone tells. Each reading goes by what the
 * ones before it left.
 *
 * @param alone the same service with one user; empty where that was not observed
 * @param parted pools that are read as one
 */
record Readings(Observation loaded, Optional<Observation> alone, List<PartedPool> parted) {

    static Readings of(Measurement measured) {
        return new Readings(measured.observation(), measured.baseline().flatMap(Baseline::observation), List.of())
                .lines()
                .observed(Mechanism.BYSTANDERS, measured, (seen, load) -> background(Bystanders.in(seen, load)))
                .rounds(measured)
                .observed(Mechanism.LONG_QUEUES, measured, (seen, load) -> background(LongQueues.in(seen, load)))
                .both(Mechanism.AWAITED_WORK, (loaded, one) -> AwaitedWork.in(loaded, one)::read)
                .idle()
                .both(Mechanism.BACKGROUND_WORK, (loaded, one) -> background(BackgroundWork.in(loaded, one, measured)))
                .both(Mechanism.WAITS_ELSEWHERE, (loaded, one) -> nameless(WaitsElsewhere.in(loaded, one, measured)))
                .both(
                        Mechanism.CONSTANTLY_BUSY,
                        (loaded, one) -> seen -> ConstantlyBusy.of(loaded, one)
                                .map(server -> server.named(seen))
                                .orElse(seen))
                .partsTogether();
    }

    private static UnaryOperator<Observation> background(Set<String> pools) {
        return seen -> BackgroundWork.without(pools, seen);
    }

    private static UnaryOperator<Observation> nameless(Set<String> pools) {
        return seen -> WaitsElsewhere.nameless(pools, seen);
    }

    private Readings lines() {
        return Mechanism.LINES_PAST.works()
                ? this
                : by(seen -> seen.withStations(seen.stations().stream()
                        .filter(one -> one.kind() != StationKind.UNKNOWN)
                        .toList()));
    }

    private Readings rounds(Measurement measured) {
        return Mechanism.SLOW_ROUNDS.works() ? by(nameless(SlowRounds.in(loaded, measured.workload()))) : this;
    }

    /** Of a load that is not ours: what its counts say, for nobody sees one user. */
    private Readings observed(
            Mechanism mechanism,
            Measurement measured,
            BiFunction<Observation, Workload, UnaryOperator<Observation>> reading) {
        return mechanism.works() && measured.workload().arrivals() instanceof Workload.Observed
                ? by(reading.apply(loaded, measured.workload()))
                : this;
    }

    private Readings both(
            Mechanism mechanism, BiFunction<Observation, Observation, UnaryOperator<Observation>> reading) {
        return alone.filter(one -> mechanism.works())
                .map(one -> reading.apply(loaded, one))
                .map(this::by)
                .orElse(this);
    }

    private Readings by(UnaryOperator<Observation> reading) {
        return new Readings(reading.apply(loaded), alone.map(reading), parted);
    }

    private Readings idle() {
        return Mechanism.IDLE_ALONE.works()
                ? new Readings(loaded, alone.map(one -> IdleAlone.read(one, loaded)), parted)
                : this;
    }

    private Readings partsTogether() {
        if (!Mechanism.PARTED_POOLS.works()) {
            return this;
        }
        List<PartedPool> found = PartedPool.in(loaded);
        Readings read = this;
        for (PartedPool one : found) {
            read = read.by(one::together);
        }
        return new Readings(read.loaded, read.alone, found);
    }
}
