package dev.headroom.core.proof;

import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Elasticity.Answer;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.statistics.Interval;
import dev.headroom.core.statistics.Share;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * Whether answers are what they were, where nobody tells good ones from errors: an error has another size. The size answers a move as throughput
 * does, by d ln (bytes of an answer) / d ln m, and has to answer not at all: then bytes rise in full as well. By a share of the move, and not by one of
 * the size, since after a small step few errors are enough to have throughput rise with it.
 */
final class Sizes {

    /** By what the size may answer: as little passes for none where throughput is asked. */
    private static final double SAME = Share.SAME;

    private final List<Phase> phases;
    private final Optional<Interval> answer;

    /** @param each probability that it is beyond the interval, to one side */
    Sizes(List<Phase> phases, double each) {
        this.phases = phases;
        answer = Reading.slope(phases, Reading::logSize, phase -> Math.log(phase.factor()))
                .map(fit -> fit.interval(each));
    }

    /** Answers that are surely of another size void a move; and nothing is proved where it is not known that they are good. */
    Reading rule(Reading found) {
        Optional<String> doubt = found.outcome() == Outcome.FULL ? doubt(found) : Optional.empty();
        return other().filter(why -> !areCounted(phases))
                .map(why -> with(Outcome.BROKEN_OFF, why, found))
                .or(() -> doubt.map(why -> with(Outcome.UNDECIDED, why, found)))
                .orElse(found);
    }

    private static Reading with(Outcome outcome, String why, Reading found) {
        return new Reading(outcome, found.elasticity(), found.placebo(), why);
    }

    private Optional<String> other() {
        return answer.filter(interval -> interval.low() > SAME || interval.high() < -SAME)
                .map(interval -> "answers are of another size than before (" + change() + "): they may be errors");
    }

    private Optional<String> doubt(Reading found) {
        if (areCounted(phases)) {
            return other().map(why -> "throughput rose in full, but " + why + " that are counted as good");
        }
        if (isTheSame()) {
            return Optional.empty();
        }
        boolean waits = found.elasticity()
                .map(Elasticity::of)
                .filter(Answer.WAIT::equals)
                .isPresent();
        return Optional.of((waits ? "the wait for it went" : "throughput rose in full")
                + ", but whether what is answered are errors is not known: "
                + (answer.isPresent()
                        ? "they are of another size, or too uneven to tell (" + change() + ")"
                        : "the service does not count them, and the size of answers is not known"));
    }

    /** Whether errors are known by their status, or by what the experiment says of a good answer. */
    static boolean areCounted(List<Phase> phases) {
        return phases.stream().mapToDouble(Phase::failed).allMatch(Double::isFinite);
    }

    /** Nor by as much as a line of status makes an error longer. */
    private boolean isTheSame() {
        boolean changes = answer.filter(interval -> interval.low() > 0 || interval.high() < 0)
                        .isPresent()
                && Math.abs(mean(true) - mean(false)) >= OtherSize.LINE;
        return !changes && answer.filter(interval -> interval.lies(-SAME, SAME)).isPresent();
    }

    /** {@code 1.2 kB to 310 B}. */
    private String change() {
        return Numbers.bytes(mean(false)) + " to " + Numbers.bytes(mean(true));
    }

    private double mean(boolean moved) {
        return phases.stream()
                .filter(phase -> phase.isMoved() == moved)
                .mapToDouble(Phase::size)
                .average()
                .orElse(Double.NaN);
    }
}
