package dev.headroom.probe.os.requests;

import dev.headroom.core.laws.StudentT;
import dev.headroom.core.model.Measure;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The requests of a service in a window, by its own or the kernel's counters: nobody has to say what load it is.
 *
 * @param completed per second, X; empty where requests cannot be told apart
 * @param inFlight mean number, N; empty where it cannot be told
 * @param growth of N per second; 0 where N is not told
 * @param how they were counted and what is not known, for a reader
 * @param told of what was answered
 * @param answered when answers went out, seconds since the epoch, in order and to a tick of the kernel's clock; none where nobody told
 * @param oldest mean seconds for which the oldest request in flight has been so; empty where nobody told
 * @param partly whether they came to several ports, and X of one at least is not known
 */
public record Requests(
        Optional<Count> completed,
        Optional<Count> inFlight,
        double growth,
        String how,
        Told told,
        List<Double> answered,
        OptionalDouble oldest,
        boolean partly) {

    /** Of those of all ports (0 to 1), what says nothing of the service: whoever asks for its health or its figures. */
    private static final double FEW = 0.03;

    /** Relative error of throughput beyond which it is not told. */
    static final double UNSURE = 0.25;

    public Requests {
        answered = List.copyOf(answered);
    }

    /** Of one port. */
    public Requests(
            Optional<Count> completed,
            Optional<Count> inFlight,
            double growth,
            String how,
            Told told,
            List<Double> answered,
            OptionalDouble oldest) {
        this(completed, inFlight, growth, how, told, answered, oldest, false);
    }

    public Requests(Optional<Count> completed, Optional<Count> inFlight, double growth, String how) {
        this(completed, inFlight, growth, how, Told.NOTHING, List.of(), OptionalDouble.empty());
    }

    /**
     * What tells good answers from errors, each a second.
     *
     * @param failed answers with an error, by the service's own count; NaN where it has none
     * @param written bytes that went to clients; NaN where nobody counts these
     * @param closed connections that ended: what was written last on them is not known
     */
    public record Told(double failed, double written, double closed) {
        static final Told NOTHING = new Told(Double.NaN, Double.NaN, Double.NaN);

        /** Connections that ended, for each answer: each may have hidden one, and where throughput rises with errors alone they are far more. */
        private static final double CLOSED = 0.1;

        /**
         * Mean bytes of an answer; NaN where that is not known.
         *
         * @param answers a second
         */
        public double size(double answers) {
            return closed <= CLOSED * answers ? written / answers : Double.NaN;
        }

        /** Answers with an error, a second; empty where the service does not count them. */
        public Optional<Double> errors() {
            return Optional.of(failed).filter(each -> each >= 0);
        }

        private Told plus(Told other) {
            return new Told(failed + other.failed, written + other.written, closed + other.closed);
        }
    }

    /**
     * @param error one standard deviation, or half of what is left open
     * @param guessed of the value, what is known no better than by as much again
     */
    public record Count(double value, double error, double guessed) {

        public Count(double value, double error) {
            this(value, error, 0);
        }

        static Count guess(double value) {
            return new Count(value, value, value);
        }

        Count plus(Count other) {
            return new Count(value + other.value, Math.hypot(error, other.error), guessed + other.guessed);
        }
    }

    public static Requests unknown(String why) {
        return new Requests(Optional.empty(), Optional.empty(), 0, why);
    }

    /** The sum over ports, known where it is of each, but for what is hardly any of it. Empty where there is none. */
    public static Optional<Requests> together(Map<Integer, Requests> byPort) {
        return byPort.entrySet().stream()
                .map(port ->
                        byPort.size() == 1 ? port.getValue() : port.getValue().at(port.getKey()))
                .reduce(Requests::plus)
                .map(Requests::unlessUnsure)
                .map(all -> all.with(told(byPort.values(), FEW * all.rate())));
    }

    private Requests unlessUnsure() {
        return new Requests(
                completed.filter(one -> one.guessed() <= UNSURE * one.value()),
                inFlight,
                growth,
                how,
                told,
                answered,
                oldest,
                partly);
    }

    private static Told told(Collection<Requests> ports, double least) {
        List<Told> most = ports.stream()
                .filter(one -> !(one.rate() < least))
                .map(Requests::told)
                .toList();
        return most.stream().reduce(Told::plus).orElse(Told.NOTHING);
    }

    /** Completed per second, with its 95 % interval. */
    public Optional<Measure> throughput() {
        return completed.map(count -> new Measure(count.value(), StudentT.NORMAL * count.error(), how));
    }

    private double rate() {
        return completed.map(Count::value).orElse(Double.NaN);
    }

    Requests with(Told other) {
        return new Requests(completed, inFlight, growth, how, other, answered, oldest, partly);
    }

    Requests answered(List<Double> times) {
        return new Requests(completed, inFlight, growth, how, told, times, oldest, partly);
    }

    Requests oldest(double seconds) {
        return new Requests(completed, inFlight, growth, how, told, answered, OptionalDouble.of(seconds), partly);
    }

    private Requests at(int port) {
        return new Requests(completed, inFlight, growth, "port " + port + ": " + how, told, answered, oldest);
    }

    private Requests plus(Requests other) {
        return new Requests(
                completed.flatMap(one -> other.completed.map(one::plus)),
                inFlight.flatMap(one -> other.inFlight.map(one::plus)),
                growth + other.growth,
                how + "; " + other.how,
                Told.NOTHING,
                Stream.concat(answered.stream(), other.answered.stream())
                        .sorted()
                        .toList(),
                oldest.isPresent() && other.oldest.isPresent()
                        ? OptionalDouble.of(Math.max(oldest.getAsDouble(), other.oldest.getAsDouble()))
                        : OptionalDouble.empty(),
                partly
                        || other.partly
                        || isUsed() && other.isUsed() && (completed.isEmpty() || other.completed.isEmpty()));
    }

    private boolean isUsed() {
        return !(rate() <= 0);
    }
}
