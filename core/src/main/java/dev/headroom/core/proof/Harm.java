package dev.headroom.core.proof;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Why a move has to be broken off at once: who uses the service is harmed by it, or may be. */
final class Harm {

    private Harm() {}

    /** @param untouched a window before anything was moved; empty where there was none */
    static Optional<String> in(Move move, Optional<Phase> untouched, List<Phase> phases) {
        return Stream.of(
                        less(move, phases),
                        lost(move, untouched, phases),
                        OtherSize.in(move, untouched, phases),
                        tooMany(move, phases))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * After a moment already, by more than chance does.
     *
     * @param both one window at home and one that is moved, however brief
     */
    static Optional<String> atOnce(Move move, List<Phase> both) {
        double home = most(both.subList(0, 1), phase -> Reading.perSecond(phase) + chance(phase));
        double moved = least(both.subList(1, 2), phase -> Reading.perSecond(phase) - chance(phase));
        return moved > Thresholds.DOUBLE * move.factor() * home ? tooMany(move, both) : Optional.empty();
    }

    /**
     * Whether less than half was answered whenever what was raised was back: who had come meanwhile stands in the way, as where two share what only one may have.
     *
     * @param diagnosed throughput before anything was moved, per second
     */
    static boolean lasts(Intervention raised, double diagnosed) {
        double home = Reading.home(raised.phases()).value();
        double moved =
                Reading.mean(raised.phases().stream().filter(Phase::isMoved)).value();
        return raised.move().subject() == Subject.CAPACITY
                && raised.move().up()
                && diagnosed > Thresholds.DOUBLE * home
                && moved > Thresholds.DOUBLE * raised.move().factor() * home; // more than the raise itself could give
    }

    /** Per second, of a count in such a window. */
    private static double chance(Phase phase) {
        double seconds = Times.seconds(phase.length());
        return Thresholds.SIGMAS * Math.sqrt(Math.max(1, Reading.perSecond(phase) * seconds)) / seconds;
    }

    /** Whether it was broken off because of what it did. */
    static boolean did(Intervention moved) {
        List<Phase> phases = moved.phases();
        Optional<Phase> untouched = phases.stream().findFirst().filter(first -> !first.isMoved());
        return moved.outcome() == Outcome.BROKEN_OFF
                && phases.stream().anyMatch(Phase::isMoved)
                && (Reading.addsFailures(phases)
                        || in(moved.move(), untouched, phases).isPresent());
    }

    /** Nobody is told to raise what a raise has just broken. */
    static Diagnosis warned(Diagnosis judged, List<Intervention> done) {
        return done.stream()
                .filter(one -> one.move().up() && did(one))
                .filter(one -> judged.bindingLimit()
                        .filter(limit -> one.move().isOf(limit.station()))
                        .isPresent())
                .findFirst()
                .map(one -> judged.toBuilder()
                        .remedy(Remedy.of(
                                "Do not raise " + one.move().name()
                                        + " before it is known what went wrong when it was.",
                                "It was raised for the proof, which was broken off."))
                        .build())
                .orElse(judged);
    }

    /** Two windows in a row, by more than chance does to either: each gives less than half of what each of the two at home before gave, or takes more than twice as long. */
    private static Optional<String> less(Move move, List<Phase> phases) {
        if (move.subject() != Subject.CAPACITY
                || !move.up()
                || !phases.getLast().isMoved()) {
            return Optional.empty();
        }
        List<Phase> moved = lastTwo(phases, true);
        List<Phase> home = lastTwo(phases, false);
        if (moved.size() < 2 || home.size() < 2) {
            return Optional.empty();
        }
        if (least(home, Reading::perSecond) > Thresholds.DOUBLE * most(moved, Reading::perSecond)) {
            return Optional.of("throughput fell to less than half while " + move.name() + " was raised");
        }
        return least(moved, Reading::inFlightOverAnswered)
                        > Thresholds.DOUBLE * most(home, Reading::inFlightOverAnswered)
                ? Optional.of("responses took more than twice as long while " + move.name() + " was raised")
                : Optional.empty();
    }

    /** Two windows in a row, moved or not: what was answered before anything was moved does not come back, as where all workers wait for each other, or for what a raise has used up. */
    private static Optional<String> lost(Move move, Optional<Phase> untouched, List<Phase> phases) {
        if (move.subject() != Subject.CAPACITY || !move.up() || untouched.isEmpty() || phases.size() < 2) {
            return Optional.empty();
        }
        List<Phase> last = phases.subList(phases.size() - 2, phases.size());
        double before = Reading.perSecond(untouched.get()) - chance(untouched.get());
        if (before > 0 && last.stream().allMatch(phase -> Double.isNaN(Reading.perSecond(phase)))) {
            return Optional.of("answers can no longer be counted since " + move.name() + " was raised");
        }
        return before > Thresholds.DOUBLE * most(last, phase -> Reading.perSecond(phase) + chance(phase))
                ? Optional.of("throughput has not come back since " + move.name() + " was raised")
                : Optional.empty();
    }

    /** Twice as much as it could serve if all had waited for it alone: what is quicker than its work is not its work. */
    private static Optional<String> tooMany(Move move, List<Phase> phases) {
        Phase last = phases.getLast();
        double home = most(phases.stream().filter(phase -> !phase.isMoved()).toList(), Reading::perSecond);
        return last.isMoved()
                        && move.up()
                        && Double.isNaN(last.failed())
                        && Reading.perSecond(last) > Thresholds.DOUBLE * last.factor() * home
                ? Optional.of("answers came " + Numbers.of(Reading.perSecond(last) / home) + " times as fast while "
                        + move.name() + " was raised: they may be errors")
                : Optional.empty();
    }

    private static List<Phase> lastTwo(List<Phase> phases, boolean moved) {
        List<Phase> all =
                phases.stream().filter(phase -> phase.isMoved() == moved).toList();
        return all.subList(Math.max(0, all.size() - 2), all.size());
    }

    private static double least(List<Phase> phases, ToDoubleFunction<Phase> what) {
        return phases.stream().mapToDouble(what).min().orElse(Double.NaN);
    }

    private static double most(List<Phase> phases, ToDoubleFunction<Phase> what) {
        return phases.stream().mapToDouble(what).max().orElse(Double.NaN);
    }
}
