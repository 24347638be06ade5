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
 * @param account whether something binds at all, and where the response time goes
 * @param rivals what else could have been the limit, and why it is not, best first
 * @param holders the application's lines that hold the binding limit, most first
 * @param waiters the application's lines that wait for it
 * @param moves what was moved while the load went on
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
        List<String> notes,
        Account account,
        List<Rival> rivals,
        List<CallSite> holders,
        List<CallSite> waiters,
        List<Intervention> moves) {

    public Diagnosis {
        chain = List.copyOf(chain);
        checks = List.copyOf(checks);
        notes = List.copyOf(notes);
        rivals = List.copyOf(rivals);
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
        moves = List.copyOf(moves);
    }

    public static DiagnosisBuilder builder(Verdict verdict, Measure throughput) {
        return new DiagnosisBuilder(verdict, throughput);
    }

    public DiagnosisBuilder toBuilder() {
        return new DiagnosisBuilder(this);
    }

    /** The same claim with another grade of evidence, what was moved for it, and one note more. */
    public Diagnosis judged(Standing grade, List<Intervention> moved, String note) {
        return toBuilder().standing(grade).moves(moved).note(note).build();
    }

    /**
     * Where the response time goes, and whether the load gets all that it could.
     *
     * @param unloaded R0, seconds of a request that waits for no one; empty where it was not measured
     * @param bound throughput that the load would reach if nothing bound: N / (R0 + Z), or what is offered; per second
     * @param reached whether throughput is at that bound within the errors of both sides: then nothing binds
     * @param places at which requests are, with the time that they spend there, outermost first
     * @param explained share of R - R0 (0 to 1) that lies before the named limit and in what it delays; empty where nothing binds
     */
    public record Account(
            Optional<Measure> unloaded,
            Optional<Measure> bound,
            boolean reached,
            List<Place> places,
            OptionalDouble explained) {

        public static final Account NONE =
                new Account(Optional.empty(), Optional.empty(), false, List.of(), OptionalDouble.empty());

        public Account {
            places = List.copyOf(places);
        }
    }

    /**
     * A hypothesis that lost.
     *
     * @param explains seconds of R - R0
     * @param ceiling per second, by what it takes with one user; empty where that is not known
     * @param because why it is not the limit
     */
    public record Rival(Limit limit, double explains, OptionalDouble ceiling, String because) {}

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
        /** No request is answered well; what holds the failing ones back does not matter yet. */
        ALL_REQUESTS_FAIL,
        /** Too little was seen to say anything. */
        UNKNOWN
    }

    /** Grade of evidence. */
    public enum Standing {
        /** It fits what was seen. */
        SUSPECTED,
        /** Instruments agree, the window was steady, R - R0 is explained by it, and no rival explains as much. */
        SUPPORTED,
        /** It was moved and throughput followed the prediction; or a variant that lifts it went past its ceiling. */
        PROVED
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
