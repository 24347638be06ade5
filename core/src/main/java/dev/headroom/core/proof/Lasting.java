package dev.headroom.core.proof;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Elasticity.Answer;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Share;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.Optional;

/**
 * What is left of an answer in full while a move goes on for longer than a window. More users are answered until most of them stand where only some
 * have to pass; a rate gives what it has saved up. Neither shows in a window of a second or two.
 */
public final class Lasting {

    /** Times what it was, as far as a capacity is raised for some time before that: the more is taken of what was saved up, the sooner it is used up. */
    public static final double FURTHEST = Thresholds.DOUBLE;

    private Lasting() {}

    /** Whether throughput answered in full: of a wait that did, it says nothing. */
    public static boolean isAsked(Reading reading) {
        return reading.outcome() == Outcome.FULL
                && reading.elasticity().orElseThrow().of() == Answer.THROUGHPUT;
    }

    /**
     * The reading, or less of it where throughput surely fell back.
     *
     * @param diagnosed before anything was moved
     * @param held the last of it
     */
    public static Reading of(Move move, Reading reading, List<Phase> phases, Workload diagnosed, Phase held) {
        if (!isAsked(reading) || isMet(move, diagnosed, held.throughput())) {
            return reading;
        }
        Elasticity left = left(home(phases, diagnosed), held);
        return left.high() < 1 - Share.SAME
                ? new Reading(
                        left.high() < Share.SAME ? Outcome.NONE : Outcome.PART,
                        Optional.of(left),
                        reading.placebo(),
                        "at first throughput answered in full; it fell back while it was kept raised")
                : reading;
    }

    /** What a raise leaves behind may lessen throughput at home as well: then it is held against what was diagnosed. */
    private static Measure home(List<Phase> phases, Workload diagnosed) {
        Measure windows = Reading.home(phases);
        Measure before = diagnosed.throughput();
        return windows.value() < before.value() ? before : windows;
    }

    /** A backlog may have been served meanwhile: no more is answered than is asked for. */
    private static boolean isMet(Move move, Workload diagnosed, Measure throughput) {
        double good = (move.subject() == Subject.LOAD ? move.factor() : 1) * (1 - diagnosed.failedShare());
        return diagnosed.offered().stream()
                .anyMatch(rate -> throughput.value() + throughput.knownError() >= good * rate);
    }

    /** No answer at all counts as one. */
    private static Elasticity left(Measure home, Phase held) {
        Measure throughput = held.throughput();
        double x = Math.max(throughput.value(), 1 / Times.seconds(held.length()));
        double step = Math.log(held.factor());
        double value = Math.log(x / home.value()) / step;
        double error = Math.hypot(throughput.knownError() / x, home.knownError() / home.value()) / Math.abs(step);
        return new Elasticity(Answer.THROUGHPUT, value, value - error, value + error, Measure.CONFIDENCE, 1);
    }
}
