package dev.headroom.core.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A claim about what binds, with its proof.
 *
 * @param verdict what sort of answer this is
 * @param bindingLimit the saturated limit at the root of the wait chain; empty where the load is the limit
 * @param visits V: tasks that one request gives to the limit
 * @param holdingTime S: seconds a task keeps its worker
 * @param ceiling m / (V S), per second
 * @param throughput X: completions per second that the load generator counted in the same window
 * @param ratio throughput / ceiling
 * @param chain from the entry to what the binding limit itself waits for, outermost first: pool names, then {@code host:port}
 * @param remedy the smallest change that lifts it, with the value by Little's law
 * @param next what would bind once this is lifted
 * @param backlogGrowth requests per second by which the backlog grows: offered - throughput, where an open load exceeds the ceiling
 * @param summary one sentence that a stranger understands
 * @param checks every law that was checked, holding or not
 */
public record Diagnosis(
        Verdict verdict,
        Standing standing,
        Optional<Limit> bindingLimit,
        Optional<Measure> visits,
        Optional<Measure> holdingTime,
        Optional<Measure> ceiling,
        Measure throughput,
        OptionalDouble ratio,
        List<String> chain,
        Optional<Remedy> remedy,
        Optional<NextLimit> next,
        OptionalDouble backlogGrowth,
        String summary,
        List<Check> checks,
        List<String> notes) {

    public Diagnosis {
        chain = List.copyOf(chain);
        checks = List.copyOf(checks);
        notes = List.copyOf(notes);
    }

    public enum Verdict {
        /** A limit inside the service binds. */
        LIMIT,
        /** Nothing is saturated: X = N / R, or the offered rate, is all there is to get. */
        LOAD_IS_THE_LIMIT,
        /** The downstream is saturated, the service only waits for it. */
        DOWNSTREAM_IS_THE_LIMIT,
        /** The generator lagged; the run says nothing about the service. */
        GENERATOR_IS_THE_LIMIT,
        /** The window never settled; the figures are marked. */
        NOT_STATIONARY,
        /** Too little was seen to say anything. */
        UNKNOWN
    }

    /** How far the claim has been proved. */
    public enum Standing {
        /** Correlation only: something is full, but the laws could not be checked or disagree. */
        SUSPECTED,
        /** Terms measured apart agree: ceiling and throughput within tolerance, chain seen. */
        PROVED,
        /** A run with the limit lifted went past its ceiling: causal evidence. */
        VERIFIED
    }

    /** What to do, as one imperative sentence, and the value that Little's law gives, where one number is the answer. */
    public record Remedy(String action, OptionalDouble value, String reasoning) {}

    public record NextLimit(Limit limit, Rate ceiling) {}

    /**
     * One law held against the measurements.
     *
     * @param law e.g. "Utilisation law, U = X V S / m"
     * @param left value of the left side as measured
     * @param right value of the right side as measured apart from the left
     * @param unit of both
     * @param holds within {@code tolerance} of each other, relative
     */
    public record Check(
            String law, double left, double right, String unit, double tolerance, boolean holds, String detail) {}
}
