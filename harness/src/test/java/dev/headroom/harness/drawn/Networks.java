package dev.headroom.harness.drawn;

import dev.headroom.harness.drawn.Network.Extras;
import dev.headroom.harness.drawn.Station.Shape;
import java.util.List;

/** Small networks for tests. */
public final class Networks {

    private Networks() {}

    public static Station station(
            StationKind kind, String name, double capacity, double millis, Shape shape, Station... inside) {
        double cv = shape == Shape.EXPONENTIAL ? 1 : 0;
        return new Station(kind, name, capacity, millis, shape, cv, false, 0, List.of(inside));
    }

    /** Behind threads without a bound. */
    public static Network of(DrawnLoad demand, Shape shape, Station... inside) {
        Station front = station(StationKind.VIRTUAL, "front", Double.POSITIVE_INFINITY, 0, shape, inside);
        return new Network(1, 1, front, demand, Extras.NONE);
    }
}
