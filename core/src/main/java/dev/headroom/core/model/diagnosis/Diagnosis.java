package dev.headroom.core.model.diagnosis;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.observation.CallSite;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

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
 * @param proof what these moves say of the claim; empty where nothing was moved
 * @param lifted another variant that lifts the limit and got further; it earns the claim no grade
 * @param thresholds the numbers that are decisions, by name, with which it was made
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
        List<Intervention> moves,
        Optional<Proof> proof,
        Optional<Lifted> lifted,
        Map<String, Double> thresholds) {

    public Diagnosis {
        chain = List.copyOf(chain);
        checks = List.copyOf(checks);
        notes = List.copyOf(notes);
        rivals = List.copyOf(rivals);
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
        moves = List.copyOf(moves);
        thresholds = Map.copyOf(thresholds);
    }

    public static DiagnosisBuilder builder(Verdict verdict, Measure throughput) {
        return new DiagnosisBuilder(verdict, throughput);
    }

    public DiagnosisBuilder toBuilder() {
        return new DiagnosisBuilder(this);
    }

    /** How much there is of what binds; empty where that is not known. */
    public OptionalInt capacity() {
        return bindingLimit.map(Limit::workers).orElse(OptionalInt.empty());
    }

    /** Whether nothing binds, and that is not only suspected. */
    public boolean nothingBinds() {
        return verdict == Verdict.LOAD_IS_THE_LIMIT && standing != Standing.SUSPECTED;
    }

    /** What binds, where it is known what that is. */
    public Optional<Limit> knownLimit() {
        return bindingLimit.filter(limit -> limit.kind() != LimitKind.UNKNOWN);
    }

    /** The same claim after limits were moved. */
    public Diagnosis judged(Standing grade, List<Intervention> moved, Proof by) {
        return toBuilder().standing(grade).moves(moved).proof(by).build();
    }

    /**
     * What moving limits says of a claim.
     *
     * @param grounds in one word
     * @param decisive which of the moves says so, counted from 0
     * @param together the limits that bind only together; empty where one does alone
     * @param instead of which limit this one is named: that was moved, and throughput did not answer; empty where it was named from the first
     */
    public record Proof(Grounds grounds, int decisive, List<Limit> together, Optional<Limit> instead) {
        public Proof {
            together = List.copyOf(together);
        }
    }

    /** What a grade rests on once limits were moved. */
    public enum Grounds {
        /** It was raised, and throughput rose with it. */
        RAISED,
        /** Several were raised together, and throughput rose with them; by itself the one that is named does not raise it. */
        RAISED_TOGETHER,
        /** It was raised while who asks decides on throughput, and the wait for it went as it should. */
        WAIT_GONE,
        /** It was made smaller for some milliseconds at a time, throughput fell with it, and the next limit that is known is clear above. */
        SLOWED,
        /** It was called by fewer at once, throughput stayed and a call took less, and the next limit that is known is clear above. */
        CALLED_LESS,
        /** The load was raised, and throughput rose with it. */
        LOAD_RAISED,
        /** It stands at its ceiling, but raising it alone gains nothing, or was not tried. */
        AT_ITS_CEILING,
        /** Throughput answers it in part: it is one of several, or the next is near. */
        IN_PART,
        /** More of it makes throughput less. */
        HARMS,
        /** More came of it than it can do alone: something else changed meanwhile, or work of no request holds a part of it. */
        TOO_MUCH,
        /** What was named first does not bind. */
        ANOTHER_REFUTED,
        /** More load brought no more, so something binds. */
        LOAD_NOT_ANSWERED,
        /** Throughput rose with the load though responses take longer than one user's. */
        LOAD_ANSWERED,
        /** The same load gave something else while limits were moved than when it was counted. */
        OTHER_STATE,
        /** Too few answers, or too uneven ones. */
        UNDECIDED,
        /** The service would not let it be moved, or it was broken off. */
        NOT_MOVED,
        /** What is named was not moved by itself; everything that can be was, together. */
        NOT_AMONG_THEM
    }

    /**
     * A variant that lifts the limit.
     *
     * @param variant its name
     * @param how it got further
     * @param throughput there, per second
     * @param settings that differ between the two; besides its code, of which nobody counts the lines
     */
    public record Lifted(String variant, How how, double throughput, List<String> settings) {
        public Lifted {
            settings = List.copyOf(settings);
        }

        public enum How {
            /** It completed more per second than the ceiling that was claimed. */
            PAST_THE_CEILING,
            /** Under the same open load it builds up no backlog. */
            NO_BACKLOG
        }
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
        /** The generator lagged, or left requests out; the run says nothing about the service. */
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
        /** It was moved by itself, to and fro, and throughput answered in full. */
        PROVED
    }

    /** What to do, as one imperative sentence, and the value that Little's law gives, where one number is the answer. */
    public record Remedy(String action, OptionalDouble value, String reasoning) {

        /** Where no one number is the answer. */
        public static Remedy of(String action, String reasoning) {
            return new Remedy(action, OptionalDouble.empty(), reasoning);
        }

        /** The same, once something else was done. */
        public Remedy after(String first) {
            return new Remedy(first + " " + action, value, reasoning);
        }

        /** The same, to be done to another process than the one that was watched. */
        public Remedy in(String process) {
            return new Remedy("In " + process + ": " + action, value, reasoning);
        }
    }

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
