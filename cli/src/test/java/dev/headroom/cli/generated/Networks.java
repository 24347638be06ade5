package dev.headroom.cli.generated;

import dev.headroom.cli.generated.Network.Extras;
import dev.headroom.cli.generated.Station.Shape;
import java.util.List;

/** Small networks for tests. */
final class Networks {

    private Networks() {}

    static Station station(
            StationKind kind, String name, double capacity, double millis, Shape shape, Station... inside) {
        double cv = shape == Shape.EXPONENTIAL ? 1 : 0;
        return new Station(kind, name, capacity, millis, shape, cv, false, 0, List.of(inside));
    }

    /** Behind threads without a bound. */
    static Network of(Demand demand, Shape shape, Station... inside) {
        Station front = station(StationKind.VIRTUAL, "front", Double.POSITIVE_INFINITY, 0, shape, inside);
        return new Network(1, 1, front, demand, Extras.NONE);
    }
}
