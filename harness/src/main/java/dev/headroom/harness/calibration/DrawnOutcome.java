package dev.headroom.harness.calibration;

import dev.headroom.core.model.Limit;
import dev.headroom.core.text.Ids;
import dev.headroom.harness.drawn.DrawnKind;
import dev.headroom.harness.drawn.DrawnStation;
import dev.headroom.harness.drawn.Network;
import dev.headroom.harness.drawn.ServiceFile;
import dev.headroom.harness.truth.Estimate;
import dev.headroom.harness.truth.Laws;
import dev.headroom.harness.truth.MinLaw;
import dev.headroom.harness.truth.Truth;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What was said of a drawn service, held against its elasticities. */
enum DrawnOutcome {
    RIGHT,
    /** What was named does not bind, or was never built. */
    WRONG,
    /** "Nothing binds", and more load is not met. */
    FALSE_CLEAR,
    UNKNOWN,
    /** The interval of the elasticity holds what counts as binding: nobody can say whether the verdict is right. */
    UNDECIDED,
    /** The run says nothing. */
    VOID,
    FAILED;

    boolean untrue() {
        return this == WRONG || this == FALSE_CLEAR;
    }

    /** Whether it tells of the verdict that it is right, or that it is not. */
    boolean counts() {
        return this == RIGHT || untrue();
    }

    String words() {
        return Ids.of(this).replace('-', ' ');
    }

    static DrawnOutcome of(Said said, Network network, Truth truth) {
        return switch (said.claim()) {
            case UNKNOWN -> UNKNOWN;
            case VOID -> VOID;
            case NOTHING_BINDS -> of(truth.load(), FALSE_CLEAR);
            case LIMIT ->
                elasticity(said.limits(), network, truth)
                        .map(found -> of(found, WRONG))
                        .orElse(WRONG);
        };
    }

    private static DrawnOutcome of(Estimate found, DrawnOutcome otherwise) {
        return !found.decided() ? UNDECIDED : found.binds() ? RIGHT : otherwise;
    }

    private static Optional<Estimate> elasticity(List<Limit> named, Network network, Truth truth) {
        Set<String> stations = named.stream()
                .flatMap(limit -> station(limit, network).stream())
                .map(DrawnStation::name)
                .collect(Collectors.toSet());
        if (stations.size() < named.size()) {
            return Optional.empty();
        }
        return stations.size() == 1
                ? Optional.of(of(stations.iterator().next(), network, truth))
                : truth.tied().filter(pair -> Laws.tied(network).equals(Optional.of(stations)));
    }

    /** The tightest of limits that are near binds for a small step, though a large one reaches the next. */
    private static Estimate of(String station, Network network, Truth truth) {
        Estimate large = truth.of(station);
        return large.low() < Estimate.BINDS && MinLaw.tightest(network).name().equals(station)
                ? truth.near().orElse(large)
                : large;
    }

    /** The station that a limit names: by kind, then by its name, then by its capacity. Empty where there is none, or more than one. */
    static Optional<DrawnStation> station(Limit limit, Network network) {
        List<DrawnStation> ofKind = network.stations().stream()
                .filter(one -> one.kind().isNamed(limit.kind()))
                .toList();
        List<DrawnStation> named =
                ofKind.stream().filter(one -> limit.pool().contains(one.name())).toList();
        if (named.size() == 1) {
            return Optional.of(named.getFirst());
        }
        List<DrawnStation> fitting = ofKind.stream()
                .filter(one -> isUnique(one) || limit.workers().isEmpty() || hasCapacity(one, limit))
                .toList();
        return fitting.size() == 1 ? Optional.of(fitting.getFirst()) : Optional.empty();
    }

    private static boolean isUnique(DrawnStation station) {
        return switch (station.kind().role()) {
            case LOCK, RATE, CPU, DOWNSTREAM -> true;
            case FRONT, UNITS -> station.kind() == DrawnKind.LOOPS;
        };
    }

    private static boolean hasCapacity(DrawnStation station, Limit limit) {
        int capacity = limit.workers().orElse(0);
        return capacity == station.capacity() || capacity == ServiceFile.configured(station);
    }
}
