package dev.headroom.core.proof;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.statistics.Proportion;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * One move, repeated until its windows tell: whoever carries it out asks for the setting of the next window, counts it, and hands it in. There is
 * a look after each block from the eighth window on, and a last one when the time is over; the error of all looks together is bounded.
 */
public final class Replication {

    /** Windows before the first look. */
    public static final int FIRST_LOOK = Thresholds.LOOKS;

    /** Share of responses (0 to 1) that may fail beyond those at first, before it is broken off: a service that fails is left alone. */
    private static final double HARM = Thresholds.QUARTER;

    /** That it is so many, where they are counted, 0 to 1. */
    private static final double SURE = 1 - Thresholds.LOSS;

    private final Move move;
    private final int test;
    private final double failing;
    private final Sequence sequence;
    private final List<Phase> phases = new ArrayList<>();
    private Optional<Phase> untouched = Optional.empty();

    /** Parts of the rehearsal, too brief to tell by themselves. */
    private final List<Phase> rehearsed = new ArrayList<>();

    private double looked;

    /**
     * @param test of the campaign; 0 is the first
     * @param before windows at home, of what does not come back
     * @param failing share of responses (0 to 1) that failed when it was diagnosed
     */
    public Replication(Move move, int test, int before, double failing, RandomGenerator random) {
        this.move = move;
        this.test = test;
        this.failing = failing;
        sequence = new Sequence(random, move.back(), before);
    }

    public Setting next() {
        return sequence.next();
    }

    public List<Phase> phases() {
        return List.copyOf(phases);
    }

    /** @param window before anything was moved, which is none of those that are compared */
    public void untouched(Phase window) {
        untouched = Optional.of(window);
    }

    /**
     * Takes a part of the rehearsal in, which is moved already.
     *
     * @return that it harms; else empty, and the part is none of the windows
     */
    public Optional<Reading> rehearsed(Phase part) {
        rehearsed.add(part);
        List<Phase> both = untouched.map(home -> List.of(home, part)).orElse(List.of());
        Optional<String> harm = both.isEmpty() ? Optional.empty() : failing().or(() -> Harm.atOnce(move, both));
        return harm.map(why -> {
            phases.addAll(both);
            return Reading.brokenOff(why);
        });
    }

    /**
     * Takes a window in.
     *
     * @param used share of its time that is used up; 1 where there is none for another
     * @return what all of them say; empty where another is to be counted
     */
    public Optional<Reading> add(Phase phase, double used) {
        phases.add(phase);
        Optional<String> harm = harm();
        if (harm.isPresent()) {
            untouched.ifPresent(home -> phases.addFirst(home)); // by which it is known
            return Optional.of(Reading.brokenOff(harm.get()));
        }
        boolean over = used >= 1;
        if (!over && !(sequence.isBalanced() && phases.size() >= FIRST_LOOK && hasTimeForAnotherLook(used))) {
            return Optional.empty();
        }
        double each = Campaign.BUDGET.look(test, looked, used);
        looked = used;
        return Optional.of(Reading.of(move, phases, each, over))
                .filter(reading -> over || reading.outcome() != Outcome.UNDECIDED);
    }

    /** Another block, of which two come before the first look: a look shortly before the last one would leave that hardly any error, and an interval that holds everything. */
    private boolean hasTimeForAnotherLook(double used) {
        return (1 - used) * phases.size() >= used * FIRST_LOOK / 2;
    }

    private Optional<String> harm() {
        return failing().or(() -> Reading.standsStill(move, phases)).or(() -> Harm.in(move, untouched, phases));
    }

    /**
     * By more than chance: in one of the windows, in a part of the rehearsal, or in all of those that are moved together where they are brief. How many fail in somebody else's service is known once it was counted
     * as it is: then those before are judged as well.
     */
    private Optional<String> failing() {
        List<Phase> home = OtherSize.home(untouched, phases);
        if (home.isEmpty()) {
            return Optional.empty();
        }
        double before = Math.max(failing, Reading.failedShare(home, false));
        List<Phase> moved = Stream.concat(rehearsed.stream(), phases.stream().filter(Phase::isMoved))
                .toList();
        return Stream.of(phases.stream().map(List::of), rehearsed.stream().map(List::of), Stream.of(moved))
                .flatMap(each -> each)
                .map(Replication::failed)
                .filter(failed -> failed.atLeast(SURE) > before + HARM)
                .max(Comparator.comparingDouble(Proportion::share))
                .map(failed -> Numbers.percent(failed.share()) + " of the responses failed, where "
                        + Numbers.percent(before) + " did before");
    }

    private static Proportion failed(List<Phase> windows) {
        return new Proportion(
                windows.stream().mapToLong(Reading::failures).sum(),
                windows.stream().mapToLong(Reading::answers).sum());
    }
}
