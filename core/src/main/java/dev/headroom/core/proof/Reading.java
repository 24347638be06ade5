package dev.headroom.core.proof;

import static dev.headroom.core.statistics.Thresholds.CUT;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Elasticity.Answer;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.statistics.Contrast;
import dev.headroom.core.statistics.Contrast.Point;
import dev.headroom.core.statistics.Interval;
import dev.headroom.core.statistics.Share;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What the windows of a move say. e = d ln X / d ln m is the slope of ln X over ln of the factor; where throughput is given by who asks, the
 * slope of the response time over what the law says the move takes away. What each answer asks of the interval is {@link Share}'s.
 *
 * @param outcome UNDECIDED where more windows may tell
 * @param placebo of the windows in which nothing was moved
 */
public record Reading(Outcome outcome, Optional<Elasticity> elasticity, Optional<Elasticity> placebo, String note) {

    private static final String PLACEBO_DIFFERS = "windows in which nothing was moved differ from each other as well";

    /** What a window counts as in which nothing was answered, in answers: less than one, and its logarithm is known badly. */
    private static final double LEAST_ANSWERS = Thresholds.ODD_ONE;

    /** What errors that are taken for answers may come out as. */
    private static final Set<Outcome> MAY_BE_ERRORS = EnumSet.of(Outcome.FULL, Outcome.EXCESS, Outcome.UNDECIDED);

    /** Failed responses of all (0 to 1) by which a move may add to them and still speak of throughput. */
    private static final double MORE_FAILURES = Thresholds.FEW;

    /** By what the logarithm of throughput may differ, where what was added is kept busy, from that before it was added. */
    private static final double AS_IT_WAS = Math.log(1 + Thresholds.FIFTH);

    /** Of a move that was ended before its windows told anything. */
    public static Reading brokenOff(String why) {
        return new Reading(Outcome.BROKEN_OFF, Optional.empty(), Optional.empty(), why);
    }

    /** The same, beyond which its users are harmed: a half is missing. */
    private static final double STANDS_STILL = Math.log(Thresholds.DOUBLE);

    /** What a factor may differ from 1 where nothing is moved: what is kept busy is measured. */
    private static final double AT_HOME = Thresholds.TENTH;

    /**
     * @param each probability that a look says something false, to one side
     * @param last whether no other look follows
     */
    public static Reading of(Move move, List<Phase> phases, double each, boolean last) {
        boolean waits = Double.isFinite(move.expected()) && move.expected() > 0;
        double either = waits ? each / 2 : each; // of two answers one may be wrong
        Reading answer = answer(move, phases, waits, either, last);
        return MAY_BE_ERRORS.contains(answer.outcome()) ? new Sizes(phases, either).rule(answer) : answer;
    }

    private static Reading answer(Move move, List<Phase> phases, boolean waits, double each, boolean last) {
        Optional<String> failing = failing(phases, each);
        Optional<Elasticity> placebo = placebo(move, phases, each);
        Optional<Elasticity> x = throughput(move, phases, each);
        Outcome outcome = x.map(its -> outcome(its, last)).orElse(Outcome.UNDECIDED);
        if (failing.isPresent()) {
            return new Reading(Outcome.BROKEN_OFF, x.filter(good -> !waits), placebo, failing.get());
        }
        Optional<String> other = notAsItWas(move, phases)
                .or(() -> placebo.filter(Reading::differs).map(nothing -> PLACEBO_DIFFERS));
        if (other.isPresent()) {
            return new Reading(Outcome.UNDECIDED, x, placebo, other.get());
        }
        if (waits && (outcome == Outcome.NONE || outcome == Outcome.UNDECIDED)) {
            Optional<Elasticity> wait = waiting(move, phases, each, Reading::moved, phase -> 0);
            Outcome ofWait = wait.map(its -> outcome(its, last)).orElse(Outcome.UNDECIDED);
            Optional<Elasticity> placeboOfWait =
                    waiting(move, phases, each, phase -> phase.setting() == Setting.PLACEBO ? 1 : 0, Reading::moved);
            if (placeboOfWait.filter(Reading::differs).isPresent()) {
                return new Reading(Outcome.UNDECIDED, wait, placeboOfWait, PLACEBO_DIFFERS);
            }
            // throughput that is not seen to be given may still have answered: then what waits need not fall as the law
            // says
            if (ofWait == Outcome.FULL || outcome == Outcome.NONE) {
                return new Reading(ofWait, wait, placeboOfWait, "");
            }
        }
        return new Reading(outcome, x, placebo, "");
    }

    private static Outcome outcome(Elasticity of, boolean last) {
        Interval interval = new Interval(of.low(), of.high());
        return last ? Share.atLast(of.value(), interval) : Share.of(interval);
    }

    private static Optional<Elasticity> throughput(Move move, List<Phase> phases, double each) {
        return slope(phases, Reading::logThroughput, phase -> Math.log(phase.factor()))
                .map(fit -> elasticity(Answer.THROUGHPUT, fit, phases.size(), each))
                .map(x -> move.subject() == Subject.CALLS ? ofCall(x) : x);
    }

    /** A call takes calls at once over throughput (Little 1961): d ln S / d ln m = 1 - d ln X / d ln m. */
    private static Elasticity ofCall(Elasticity x) {
        return new Elasticity(Answer.CALL, 1 - x.value(), 1 - x.high(), 1 - x.low(), x.confidence(), x.windows());
    }

    /** In e for one, whatever the move takes away. */
    private static Optional<Elasticity> waiting(
            Move move,
            List<Phase> phases,
            double each,
            ToDoubleFunction<Phase> setting,
            ToDoubleFunction<Phase> beside) {
        return slope(phases, Reading::response, setting, beside)
                .map(fit -> elasticity(Answer.WAIT, fit.over(-move.expected()), phases.size(), each));
    }

    /** As if the placebo were the move, with the windows that were moved to tell the noise. */
    private static Optional<Elasticity> placebo(Move move, List<Phase> phases, double each) {
        double as = Math.log(move.factor());
        return slope(
                        phases,
                        Reading::logThroughput,
                        phase -> phase.setting() == Setting.PLACEBO ? as : 0,
                        phase -> Math.log(phase.factor()))
                .map(fit -> elasticity(Answer.THROUGHPUT, fit, phases.size(), each));
    }

    private static boolean differs(Elasticity ofPlacebo) {
        return ofPlacebo.low() > 0 || ofPlacebo.high() < 0;
    }

    private static Elasticity elasticity(Answer of, Contrast fit, int windows, double each) {
        Interval interval = fit.interval(each);
        return new Elasticity(of, fit.value(), interval.low(), interval.high(), 1 - 2 * each, windows);
    }

    static Optional<Contrast> slope(
            List<Phase> phases, Function<Phase, Optional<double[]>> response, ToDoubleFunction<Phase> setting) {
        return slope(phases, response, setting, phase -> 0);
    }

    private static Optional<Contrast> slope(
            List<Phase> phases,
            Function<Phase, Optional<double[]>> response,
            ToDoubleFunction<Phase> setting,
            ToDoubleFunction<Phase> beside) {
        List<Point> points = phases.stream()
                .flatMap(phase -> response.apply(phase).stream()
                        .map(y -> new Point(
                                setting.applyAsDouble(phase), beside.applyAsDouble(phase), middle(phase), y[0], y[1])))
                .toList();
        return points.size() == phases.size() ? Contrast.of(points) : Optional.empty();
    }

    private static Optional<double[]> logThroughput(Phase phase) {
        double x = phase.throughput().value();
        double seconds = Times.seconds(phase.length());
        double answers = Math.max(x * seconds, LEAST_ANSWERS); // not of NaN
        return answers > 0 ? Optional.of(new double[] {Math.log(answers / seconds), CUT / answers}) : Optional.empty();
    }

    static Optional<double[]> logSize(Phase phase) {
        double answers = answered(phase) * Times.seconds(phase.length());
        return phase.size() > 0 && answers > 0
                ? Optional.of(new double[] {Math.log(phase.size()), CUT / answers})
                : Optional.empty();
    }

    /** By the clock of who asks; else N / X. */
    private static Optional<double[]> response(Phase phase) {
        double seconds = Double.isFinite(phase.response()) ? phase.response() : inFlightOverAnswered(phase);
        return Double.isFinite(seconds) ? Optional.of(new double[] {seconds, 0}) : Optional.empty();
    }

    /** Whether a response surely comes sooner while it is moved: of a wait for what the service does besides, more load takes nothing away. */
    static boolean isSooner(Intervention one) {
        double each = one.elasticity().map(seen -> (1 - seen.confidence()) / 2).orElse(0.0);
        return each > 0
                && slope(one.phases(), Reading::response, Reading::moved)
                        .filter(fit -> fit.interval(each).high() < 0)
                        .isPresent();
    }

    private static double moved(Phase phase) {
        return phase.isMoved() ? 1 : 0;
    }

    private static double middle(Phase phase) {
        return Times.seconds(phase.at()) + Times.seconds(phase.length()) / 2;
    }

    /** More permits than what is behind them can serve make quick errors of slow answers: throughput then tells nothing. */
    private static Optional<String> failing(List<Phase> phases, double each) {
        double home = failedShare(phases, false);
        double moved = failedShare(phases, true);
        boolean fails = phases.stream().filter(Phase::isMoved).count() >= 2
                && addsFailures(phases)
                && slope(phases, phase -> Optional.of(new double[] {failedShare(phase), 0}), Reading::moved)
                        .filter(fit -> fit.interval(each).low() > 0)
                        .isPresent();
        return fails
                ? Optional.of("failed responses rose from " + Numbers.percent(home) + " to " + Numbers.percent(moved))
                : Optional.empty();
    }

    /** Whether more of the responses failed while it was moved. */
    static boolean addsFailures(List<Phase> phases) {
        return failedShare(phases, true) - failedShare(phases, false) > MORE_FAILURES;
    }

    /** What was added and is kept busy may be missed by tasks that wait for each other: throughput before over throughput with it, as logarithm. */
    private static OptionalDouble missed(Move move, List<Phase> phases) {
        List<Phase> before =
                phases.stream().takeWhile(phase -> !phase.isMoved()).toList();
        List<Phase> after =
                phases.stream().skip(before.size()).filter(Reading::wasHome).toList();
        return move.back() != Back.OCCUPIED || before.isEmpty() || after.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.log(
                        mean(before.stream()).value() / mean(after.stream()).value()));
    }

    private static Optional<String> notAsItWas(Move move, List<Phase> phases) {
        return missed(move, phases).stream()
                .filter(missed -> !(Math.abs(missed) < AS_IT_WAS))
                .mapToObj(missed ->
                        move.name() + ", kept as small as it was, did not do what it did before it was raised")
                .findFirst();
    }

    /** Why it has to be broken off at once: those that are kept busy are what others wait for. */
    static Optional<String> standsStill(Move move, List<Phase> phases) {
        return missed(move, phases).stream()
                .filter(missed -> missed > STANDS_STILL)
                .mapToObj(missed -> move.name() + " did hardly anything while what was added to it was kept busy")
                .findFirst();
    }

    static double perSecond(Phase phase) {
        return phase.throughput().value();
    }

    /** N / X, by Little's law, errors among them; NaN where the load is ours: N is not counted, and nobody is harmed. */
    static double inFlightOverAnswered(Phase phase) {
        return phase.inFlight() / answered(phase);
    }

    static double failedShare(List<Phase> phases, boolean moved) {
        return phases.stream()
                .filter(phase -> phase.isMoved() == moved)
                .mapToDouble(Reading::failedShare)
                .average()
                .orElse(0);
    }

    static double failedShare(Phase phase) {
        return phase.failed() > 0 ? phase.failed() / answered(phase) : 0;
    }

    /** In that window; none where nobody tells these from good ones. */
    static long failures(Phase phase) {
        return phase.failed() > 0 ? Math.round(phase.failed() * Times.seconds(phase.length())) : 0;
    }

    /** In that window, good or not. */
    static long answers(Phase phase) {
        return failures(phase) + Math.round(perSecond(phase) * Times.seconds(phase.length()));
    }

    /** Per second, good or not. */
    private static double answered(Phase phase) {
        return phase.throughput().value() + (phase.failed() > 0 ? phase.failed() : 0);
    }

    /** Whether the limit was as large as it was found, so far as that is measured. */
    public static boolean isHome(Phase phase) {
        return Math.abs(phase.factor() - 1) < AT_HOME;
    }

    static boolean wasHome(Phase phase) {
        return !phase.isMoved() && isHome(phase);
    }

    /** Throughput as it was found, for what is to be said of the state in which limits were moved. */
    static Measure home(List<Phase> phases) {
        return mean(phases.stream().filter(Reading::wasHome));
    }

    /** Of their throughput, with the error of a mean and not of one window. */
    static Measure mean(Stream<Phase> phases) {
        List<Measure> all = phases.map(Phase::throughput).toList();
        double errors = all.stream().mapToDouble(Measure::knownError).average().orElse(Double.NaN);
        return new Measure(
                all.stream().mapToDouble(Measure::value).average().orElse(Double.NaN),
                errors / Math.sqrt(all.size()),
                "windows of one kind");
    }
}
