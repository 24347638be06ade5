package dev.headroom.harness.truth;

import dev.headroom.harness.drawn.DrawnKind.Role;
import dev.headroom.harness.drawn.DrawnStation;
import dev.headroom.harness.drawn.Network;
import java.util.List;
import java.util.stream.Stream;

/**
 * Throughput in the fluid limit: the smallest of what each station can do and of what the load asks for. Exact in the long run where service times
 * do not vary, since the network is then an event graph whose rate is that of its slowest circle (Baccelli, Cohen, Olsder and Quadrat,
 * "Synchronization and Linearity", 1992, ch. 2), and where arrivals are open and no station waits for another.
 */
public final class MinLaw {

    private MinLaw() {}

    public static double throughput(Network network) {
        return limits(network).getFirst();
    }

    /** What each station can do, and what the load asks for, smallest first; per second. */
    static List<Double> limits(Network network) {
        return Stream.concat(
                        network.stations().stream().map(DrawnStation::ceiling),
                        Stream.of(network.demand().bound(network.unloaded())))
                .sorted()
                .toList();
    }

    /** The station that can do least. */
    public static DrawnStation tightest(Network network) {
        return byCeiling(network).getFirst();
    }

    public static List<DrawnStation> byCeiling(Network network) {
        return network.stations().stream()
                .sorted(java.util.Comparator.comparingDouble(DrawnStation::ceiling))
                .toList();
    }

    /** By which factor the second smallest limit is larger. */
    static double gap(Network network) {
        List<Double> limits = limits(network);
        return limits.size() < 2 ? Double.POSITIVE_INFINITY : limits.get(1) / limits.get(0);
    }

    /** Whether stations share a unit with others: a request waits at the one while it holds the other. */
    static boolean isNested(Network network) {
        boolean frontHolds = network.front().isBounded()
                && !(network.demand().isClosed()
                        && network.front().capacity() >= network.demand().users());
        return frontHolds || isNestedInside(network);
    }

    /** The front of an open load is held as well, but fills only behind something that is full already. */
    static boolean isNestedInside(Network network) {
        return network.front().inside().stream().anyMatch(one -> !one.inside().isEmpty());
    }

    static boolean has(Network network, Role role) {
        return network.stations().stream().anyMatch(one -> one.kind().role() == role);
    }

    /** Whether the processor can do many times what is asked of it: then it does not matter who else wants it. */
    static boolean hasCores(Network network) {
        return network.stations().stream()
                .filter(one -> one.kind().role() == Role.CPU)
                .allMatch(one -> one.ceiling() > Laws.FAR * throughput(network));
    }

    /** Whether its two tightest stations are within a tenth of each other. */
    public static boolean isTied(Network network) {
        List<DrawnStation> stations = byCeiling(network);
        return stations.size() > 1
                && stations.get(1).ceiling() <= 1.1 * stations.get(0).ceiling();
    }
}
