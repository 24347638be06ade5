package dev.headroom.lab.proof;

import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Intervention.Setting;
import dev.headroom.core.model.Times;
import dev.headroom.core.proof.Campaign;
import dev.headroom.core.proof.Reading;
import dev.headroom.core.proof.Sequence;
import dev.headroom.core.text.Numbers;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Carries a campaign out, on whatever it is: one move after the other, each to and fro until its windows tell or its time is over. Whatever
 * happens, everything is put back.
 */
public final class Runner {

    /** Of the time that is left (0 to 1), what one move may take: others may have to follow. */
    private static final double OF_WHAT_IS_LEFT = 0.6;

    /** Windows before the first look. */
    private static final int FIRST_LOOK = 8;

    /** What throughput may come down to in a window at home, or failures of all (0 to 1) come up to, before it is broken off. */
    private static final double HARM = 0.5;

    /**
     * How far a move has come.
     *
     * @param setting of the window that begins
     * @param left seconds at the most
     */
    public record Progress(Move move, int windows, Setting setting, double left) {
        /** {@code orders 10 -> 20 and back: window 5, 8 s left at the most}. */
        public String words() {
            return move.name() + ": window " + (windows + 1) + ", "
                    + (setting == Setting.MOVED ? "moved" : "as it was") + ", " + Numbers.time(left, 2)
                    + " left at the most";
        }
    }

    private final Plant plant;
    private final Duration budget;
    private final RandomGenerator random;
    private final Predicate<Move> agreed;
    private final Consumer<Progress> told;

    /**
     * @param budget for all moves together
     * @param random draws the order of windows
     * @param agreed whether a move may be made; the campaign ends with the first that may not
     */
    public Runner(
            Plant plant, Duration budget, RandomGenerator random, Predicate<Move> agreed, Consumer<Progress> told) {
        this.plant = plant;
        this.budget = budget;
        this.random = random;
        this.agreed = agreed;
        this.told = told;
    }

    /** @param throughput good answers per second, when it was diagnosed */
    public List<Intervention> run(Campaign campaign, double throughput) throws InterruptedException {
        List<Intervention> done = new ArrayList<>();
        long end = System.nanoTime() + budget.toNanos();
        for (Optional<Move> move = campaign.next(done); move.filter(agreed).isPresent(); move = campaign.next(done)) {
            double left = (end - System.nanoTime()) / 1e9;
            double time = done.isEmpty() ? left * OF_WHAT_IS_LEFT : left;
            Pacing pacing = Pacing.of(plant.cycle(), throughput, time);
            if (time < FIRST_LOOK * pacing.window()) {
                done.add(untried(move.get(), "no time is left for it"));
                break;
            }
            done.add(carryOut(move.get(), pacing, time));
        }
        return List.copyOf(done);
    }

    private static Intervention untried(Move move, String why) {
        return new Intervention(move, List.of(), Outcome.UNDECIDED, Optional.empty(), Optional.empty(), why, List.of());
    }

    private Intervention carryOut(Move move, Pacing pacing, double time) throws InterruptedException {
        List<Phase> phases = new ArrayList<>();
        Plant.Moving kept = null;
        try (Plant.Moving moving = plant.begin(move, Times.ofSeconds(2 * time + 10))) {
            kept = moving;
            Reading reading = windows(move, moving, pacing, time, phases);
            return new Intervention(
                    move,
                    phases,
                    reading.outcome(),
                    reading.elasticity(),
                    reading.placebo(),
                    reading.note(),
                    moving.series());
        } catch (LeaseLost | ServiceException e) {
            return ended(move, phases, Outcome.BROKEN_OFF, e, kept);
        } catch (ProbeException e) {
            return ended(move, phases, Outcome.REFUSED, e, kept);
        }
    }

    private static Intervention ended(
            Move move,
            List<Phase> phases,
            Outcome outcome,
            Exception why,
            Plant.@org.jspecify.annotations.Nullable Moving moving) {
        return new Intervention(
                move,
                phases,
                outcome,
                Optional.empty(),
                Optional.empty(),
                String.valueOf(why.getMessage()),
                moving == null ? List.of() : moving.series());
    }

    private Reading windows(Move move, Plant.Moving moving, Pacing pacing, double time, List<Phase> phases)
            throws ProbeException, ServiceException, InterruptedException {
        double each = Campaign.BUDGET.each();
        long began = System.nanoTime();
        double reach = time - pacing.window();
        Sequence sequence = new Sequence(random, move.alternates(), before(time, pacing));
        Optional<Boolean> was = Optional.empty();
        int looks = 0;
        while (true) {
            Setting setting = sequence.next();
            boolean isMoved = setting == Setting.MOVED;
            double spent = (System.nanoTime() - began) / 1e9;
            told.accept(new Progress(move, phases.size(), setting, time - spent));
            moving.turn(setting);
            if (was.isEmpty() || was.get() != isMoved) {
                moving.pass(pacing.settle());
            }
            was = Optional.of(isMoved);
            phases.add(moving.count(setting, pacing.window()));
            Optional<String> harm = harm(phases);
            if (harm.isPresent()) {
                return new Reading(Outcome.BROKEN_OFF, Optional.empty(), Optional.empty(), harm.get());
            }
            boolean over = (System.nanoTime() - began) / 1e9 > reach;
            boolean looked =
                    sequence.isBalanced() && phases.size() >= FIRST_LOOK && looks < Campaign.BUDGET.looks() - 1;
            if (over || looked) {
                looks++;
                Reading reading = Reading.of(move, phases, each);
                if (over || reading.outcome() != Outcome.UNDECIDED) {
                    return reading;
                }
            }
        }
    }

    /** Of what does not come back, as many windows before as after it fit in. */
    private static int before(double time, Pacing pacing) {
        return Math.clamp(
                (long) ((time - 2 * pacing.settle()) / pacing.window() / 2) - 1, FIRST_LOOK / 2, 2 * FIRST_LOOK);
    }

    /** A service that fails is left alone. */
    private static Optional<String> harm(List<Phase> phases) {
        Phase last = phases.getLast();
        double first = phases.getFirst().throughput().value();
        double all = last.throughput().value() + last.failed();
        double failed = all > 0 ? last.failed() / all : 0;
        double failedAtFirst = phases.getFirst().failed()
                / Math.max(1e-9, first + phases.getFirst().failed());
        return failed > failedAtFirst + HARM
                ? Optional.of(Numbers.percent(failed) + " of the responses failed, where "
                        + Numbers.percent(failedAtFirst) + " did before")
                : Optional.empty();
    }
}
