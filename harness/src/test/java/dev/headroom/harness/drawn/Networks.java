package dev.headroom.harness.drawn;

import dev.headroom.harness.drawn.DrawnStation.Shape;
import dev.headroom.harness.drawn.Network.Extras;
import java.util.List;

/** Small networks for tests. */
public final class Networks {

    private Networks() {}

    public static DrawnStation station(
            DrawnKind kind, String name, double capacity, double millis, Shape shape, DrawnStation... inside) {
        double cv = shape == Shape.EXPONENTIAL ? 1 : 0;
        return new DrawnStation(kind, name, capacity, millis, shape, cv, false, 0, List.of(inside));
    }

    /** Behind threads without a bound. */
    public static Network of(DrawnLoad demand, Shape shape, DrawnStation... inside) {
        DrawnStation front = station(DrawnKind.VIRTUAL, "front", Double.POSITIVE_INFINITY, 0, shape, inside);
        return new Network(1, 1, front, demand, Extras.NONE);
    }
}
