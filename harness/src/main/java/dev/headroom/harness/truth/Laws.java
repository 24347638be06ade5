package dev.headroom.harness.truth;

import dev.headroom.harness.drawn.DrawnKind;
import dev.headroom.harness.drawn.DrawnKind.Role;
import dev.headroom.harness.drawn.DrawnStation;
import dev.headroom.harness.drawn.DrawnStation.Shape;
import dev.headroom.harness.drawn.Network;
import dev.headroom.harness.truth.Truth.Way;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/** The truth of services for which a law is exact; the others have to be swept. */
public final class Laws {

    /** By which a capacity is raised. */
    static final double FACTOR = 1.5;

    /** By which the load is. */
    static final double LOAD = 1.25;

    private static final double SMALL = 1.2;

    /** Limits that are no further apart make a corner, which small things round off. */
    private static final double APART = 1.2;

    /** Under pauses at random the corner is rounder, and where times are random it takes long until all has come to what it will be. */
    private static final double APART_AT_RANDOM = 1.5;

    /** A station that can do so many times what the tightest can is not raised: it has no part in it. */
    static final double FAR = 4;

    private Laws() {}

    /** Empty where no law is exact. */
    public static Optional<Truth> of(Network network) {
        if (isConstructed(network)) {
            return Optional.of(truth(network, Way.CONSTRUCTION, one -> OptionalDouble.of(MinLaw.throughput(one)))
                    .orElseThrow());
        }
        return isProductForm(network) ? truth(network, Way.PRODUCT_FORM, ProductForm::throughput) : Optional.empty();
    }

    private static boolean isConstructed(Network network) {
        boolean regular = has(network, Shape.DETERMINISTIC);
        boolean random = network.demand().randomThinking() || !regular;
        return isRegular(network)
                && (regular || isOpenLine(network))
                && MinLaw.gap(network) > (random ? APART_AT_RANDOM : APART);
    }

    /** Open arrivals, and no station waits for another: throughput is the smallest rate whatever the times are, if they do not vary wildly. */
    private static boolean isOpenLine(Network network) {
        return !network.demand().isClosed()
                && !MinLaw.isNestedInside(network)
                && network.front().cv() <= 1
                && MinLaw.tightest(network) != network.front();
    }

    private static boolean isProductForm(Network network) {
        return isRegular(network)
                && network.demand().isClosed()
                && has(network, Shape.EXPONENTIAL)
                && !MinLaw.isNested(network)
                && !MinLaw.has(network, Role.RATE)
                && !MinLaw.has(network, Role.CPU);
    }

    private static boolean has(Network network, Shape shape) {
        return network.front().shape() == shape;
    }

    /**
     * Nobody is turned away, no times change, no loop has its own share of connections, no fork-join pool adds workers for those that wait inside, and there
     * are cores enough.
     */
    private static boolean isRegular(Network network) {
        return network.all().noneMatch(DrawnStation::rejects)
                && network.all()
                        .noneMatch(one -> one.kind() == DrawnKind.FORK_JOIN
                                && !one.inside().isEmpty())
                && network.extras().spellStation().isEmpty()
                && network.front().kind() != DrawnKind.LOOPS
                && MinLaw.hasCores(network);
    }

    private static Optional<Truth> truth(Network network, Way way, Function<Network, OptionalDouble> law) {
        OptionalDouble home = law.apply(network);
        OptionalDouble more = law.apply(network.loaded(LOAD));
        if (home.isEmpty() || more.isEmpty()) {
            return Optional.empty();
        }
        double before = home.getAsDouble();
        Map<String, Estimate> stations = new LinkedHashMap<>();
        for (DrawnStation station : network.stations()) {
            stations.put(station.name(), raised(network, law, before, Set.of(station.name())));
        }
        Optional<Estimate> tied = tied(network).map(pair -> raised(network, law, before, pair));
        Optional<Estimate> near = (way == Way.CONSTRUCTION ? nearest(network, SMALL) : near(network))
                .map(step -> Estimate.ofLaw(before, law.apply(step.network()).orElse(Double.NaN), step.factor()));
        return Optional.of(
                new Truth(way, before, stations, tied, near, Estimate.ofLaw(before, more.getAsDouble(), LOAD)));
    }

    /** A capacity that was raised, and by which factor. */
    record Step(Network network, double factor) {}

    /**
     * The tightest station raised by less, where raised by {@link #FACTOR} it would reach the next limit: what binds still has all of the elasticity
     * for a small step. By a fifth, or by one unit: a service has no half of one, though a law that is a smallest of rates has.
     */
    static Optional<Step> near(Network network) {
        DrawnStation tightest = MinLaw.tightest(network);
        boolean whole = switch (tightest.kind().role()) {
            case FRONT, UNITS, DOWNSTREAM -> true;
            case LOCK, RATE, CPU -> false;
        };
        double capacity = tightest.capacity();
        return nearest(network, whole ? Math.max(capacity + 1, Math.rint(SMALL * capacity)) / capacity : SMALL);
    }

    /** The tightest station raised by {@code factor}, where that does not reach the next limit and {@link #FACTOR} would. */
    private static Optional<Step> nearest(Network network, double factor) {
        double gap = MinLaw.gap(network);
        return gap > factor && gap < 1.1 * FACTOR
                ? Optional.of(
                        new Step(network.raised(Set.of(MinLaw.tightest(network).name()), factor), factor))
                : Optional.empty();
    }

    private static Estimate raised(
            Network network, Function<Network, OptionalDouble> law, double before, Set<String> names) {
        return Estimate.ofLaw(before, law.apply(network.raised(names, FACTOR)).orElse(Double.NaN), FACTOR);
    }

    /** The two tightest stations, where they are so near that raising one reaches the other. */
    public static Optional<Set<String>> tied(Network network) {
        var stations = MinLaw.byCeiling(network);
        return stations.size() > 1
                        && stations.get(1).ceiling() < FACTOR * stations.get(0).ceiling()
                ? Optional.of(Set.of(stations.get(0).name(), stations.get(1).name()))
                : Optional.empty();
    }
}
