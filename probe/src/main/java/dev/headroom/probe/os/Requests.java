package dev.headroom.probe.os;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The requests of a service in a window, by its own or the kernel's counters: nobody has to say what load it is.
 *
 * @param completed per second, X; empty where requests cannot be told apart
 * @param inFlight mean number, N; empty where it cannot be told
 * @param growth of N per second; 0 where N is not told
 * @param how they were counted and what is not known, for a reader
 */
public record Requests(Optional<Count> completed, Optional<Count> inFlight, double growth, String how) {

    /** @param error one standard deviation, or half of what is left open */
    public record Count(double value, double error) {

        Count plus(Count other) {
            return new Count(value + other.value, Math.hypot(error, other.error));
        }
    }

    static Requests unknown(String why) {
        return new Requests(Optional.empty(), Optional.empty(), 0, why);
    }

    /** The sum over ports, known where it is of each. Empty where there is none. */
    public static Optional<Requests> together(Map<Integer, Requests> byPort) {
        return byPort.entrySet().stream()
                .map(port ->
                        byPort.size() == 1 ? port.getValue() : port.getValue().at(port.getKey()))
                .reduce(Requests::plus);
    }

    private Requests at(int port) {
        return new Requests(completed, inFlight, growth, "port " + port + ": " + how);
    }

    private Requests plus(Requests other) {
        return new Requests(
                completed.flatMap(one -> other.completed.map(one::plus)),
                inFlight.flatMap(one -> other.inFlight.map(one::plus)),
                growth + other.growth,
                how + "; " + other.how);
    }

    /** Mean time of a request in the service, R = N / X (Little), seconds. */
    public OptionalDouble seconds() {
        return completed.isPresent() && inFlight.isPresent() && completed.get().value() > 0
                ? OptionalDouble.of(inFlight.get().value() / completed.get().value())
                : OptionalDouble.empty();
    }
}
