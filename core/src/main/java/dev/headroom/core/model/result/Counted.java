package dev.headroom.core.model.result;

import dev.headroom.core.model.Measure;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The requests of a service in a window, as counted by itself or by the kernel.
 *
 * @param throughput answered per second, well or not, and who says so; NaN, and why, where requests cannot be told apart
 * @param inFlight N: mean number received and not answered; NaN where that is not known
 * @param growth of the number in flight, per second
 * @param departures when answers went out, seconds since the window began, in order; none where nobody told
 * @param oldest mean seconds for which the oldest request in flight has been so; empty where nobody told
 * @param failed of those answered per second, how many with an error; empty where nobody tells good answers from others
 * @param partly whether they came to several ports, and those of one at least were not counted
 */
public record Counted(
        Measure throughput,
        double inFlight,
        double growth,
        List<Double> departures,
        OptionalDouble oldest,
        OptionalDouble failed,
        boolean partly) {

    public Counted {
        departures = List.copyOf(departures);
    }

    /** Of all ports. */
    public Counted(
            Measure throughput,
            double inFlight,
            double growth,
            List<Double> departures,
            OptionalDouble oldest,
            OptionalDouble failed) {
        this(throughput, inFlight, growth, departures, oldest, failed, false);
    }
}
