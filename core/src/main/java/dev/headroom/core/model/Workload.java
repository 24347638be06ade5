package dev.headroom.core.model;

import java.util.OptionalDouble;

/**
 * What was asked of a service in a window, and what it gave: all that the diagnosis knows of the load, whoever puts it on. Counted by a load
 * generator or by the service itself.
 *
 * @param arrivals open or closed
 * @param throughput X: successful responses per second
 * @param served requests per second on which the service spent its workers, successful or not
 * @param inFlight N: mean number of requests due or sent, and not answered
 * @param growth change of the number in flight, per second
 * @param response R: mean seconds of the successful responses in the window; NaN where none came
 * @param failedShare of all responses in the window, 0 to 1
 * @param seconds length of the window
 */
public record Workload(
        Arrivals arrivals,
        Measure throughput,
        Measure served,
        double inFlight,
        double growth,
        double response,
        double failedShare,
        double seconds) {

    /** How requests come (Schroeder, Wierman, Harchol-Balter, "Open Versus Closed: A Cautionary Tale", NSDI 2006). */
    public sealed interface Arrivals {}

    /** @param rate requests per second, whatever the service does */
    public record Open(double rate) implements Arrivals {}

    /**
     * @param users that each wait for their answer
     * @param think seconds from an answer to the user's next request
     */
    public record Closed(double users, double think) implements Arrivals {}

    /** The offered rate of open arrivals. */
    public OptionalDouble offered() {
        return arrivals instanceof Open open ? OptionalDouble.of(open.rate()) : OptionalDouble.empty();
    }
}
