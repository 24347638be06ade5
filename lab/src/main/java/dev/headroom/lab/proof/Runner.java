package dev.headroom.lab.proof;

import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Point;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.proof.Campaign;
import dev.headroom.core.proof.Lasting;
import dev.headroom.core.proof.Reading;
import dev.headroom.core.proof.Replication;
import dev.headroom.core.text.Numbers;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.probe.JvmEnded;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Carries a campaign out, on whatever it is: one move after the other, each to and fro until its windows tell or its time is over. Whatever
 * happens, everything is put back.
 */
public final class Runner {

    /** Of a rehearsal, after each of which it is asked whether it harms. */
    private static final int PARTS = 4;

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
    private final LongSupplier clock;

    /**
     * @param budget for all moves together
     * @param random draws the order of windows
     * @param agreed whether a move may be made; the campaign ends with the first that may not
     */
    public Runner(
            Plant plant, Duration budget, RandomGenerator random, Predicate<Move> agreed, Consumer<Progress> told) {
        this(plant, budget, random, agreed, told, System::nanoTime);
    }

    /** @param clock in nanoseconds: how much of the time is used up decides how sure an early look has to be */
    Runner(
            Plant plant,
            Duration budget,
            RandomGenerator random,
            Predicate<Move> agreed,
            Consumer<Progress> told,
            LongSupplier clock) {
        this.plant = plant;
        this.budget = budget;
        this.random = random;
        this.agreed = agreed;
        this.told = told;
        this.clock = clock;
    }

    /** @param seen when it was diagnosed */
    public List<Intervention> run(Campaign campaign, Workload seen) throws InterruptedException {
        List<Intervention> done = new ArrayList<>();
        long end = clock.getAsLong() + budget.toNanos();
        Optional<Move> move = campaign.next(done);
        List<String> without = new ArrayList<>();
        while (move.isPresent()) {
            long asked = clock.getAsLong();
            if (!agreed.test(move.get())) {
                break;
            }
            end += clock.getAsLong() - asked; // a person may have thought about it
            double time = (end - clock.getAsLong()) / 1e9; // what is not decided in it ends the campaign
            Plan plan = Plan.of(move.get(), seen, plant.cycle(), time, campaign.isReserved(move.get()));
            Optional<String> tooShort = plan.tooShort();
            if (tooShort.isEmpty()) {
                try {
                    done.add(carryOut(plan, done.size()).noted(without));
                    move = campaign.next(done);
                    without.clear();
                } catch (PartRefused e) {
                    without.add("without " + move.get().named(e.target()) + ", which refused: " + e.getMessage());
                    move = move.get().without(e.target());
                }
                continue;
            }
            if (move.get().subject() != Subject.EVERYTHING) { // else what binds was asked before
                Reading untried = new Reading(Outcome.UNDECIDED, Optional.empty(), Optional.empty(), tooShort.get());
                done.add(intervention(move.get(), List.of(), untried, List.of()));
            }
            break;
        }
        return List.copyOf(done);
    }

    /** @throws PartRefused where the rest of what is moved together can be moved without it */
    private Intervention carryOut(Plan plan, int test) throws PartRefused, InterruptedException {
        Move move = plan.move();
        Replication replication =
                new Replication(move, test, plan.before(), plan.seen().failedShare(), random);
        List<Point> series = List.of();
        Optional<PartRefused> refused = Optional.empty();
        Reading reading;
        try (Plant.Moving moving = plant.begin(move, plan.longest(), plan.queue())) {
            try {
                reading = counted(plan, moving, replication);
            } catch (ServiceException | ProbeException e) {
                reading = ended(e);
                refused = refused(move, e);
            }
            try {
                reading = putBack(moving, reading);
            } finally {
                series = moving.series();
            }
        } catch (ServiceException | ProbeException e) {
            reading = ended(e);
            refused = refused(move, e);
        }
        if (refused.isPresent() && reading.outcome() == Outcome.REFUSED) {
            throw refused.get();
        }
        return intervention(move, replication.phases(), reading, series);
    }

    /** That a part of it does not let itself be moved, where the rest can be. */
    private static Optional<PartRefused> refused(Move move, Exception why) {
        return why instanceof PartRefused part && move.without(part.target()).isPresent()
                ? Optional.of(part)
                : Optional.empty();
    }

    private Reading counted(Plan plan, Plant.Moving moving, Replication replication)
            throws ProbeException, ServiceException, InterruptedException {
        long began = clock.getAsLong();
        Optional<Reading> harmful = rehearse(plan, moving, replication);
        if (harmful.isPresent()) {
            return harmful.get();
        }
        Reading reading = windows(plan, moving, plan.windows() - since(began), replication);
        double lasts = plan.lasts(since(began));
        if (Lasting.isAsked(reading) && lasts > 0) {
            reading = lasting(plan, moving, lasts, reading, replication);
        }
        if (plan.move().subject() == Subject.LOAD) {
            moving.turn(Setting.HOME); // what it leaves behind is nothing of the next move
        }
        return reading;
    }

    /** A move that is not known to be undone says nothing: what came after it may be its work. */
    private static Reading putBack(Plant.Moving moving, Reading reading) throws InterruptedException {
        try {
            moving.putBack();
            return reading.outcome() == Outcome.BROKEN_OFF
                    ? new Reading(
                            reading.outcome(),
                            reading.elasticity(),
                            reading.placebo(),
                            before(reading) + "everything was put back")
                    : reading;
        } catch (JvmEnded e) {
            return Reading.brokenOff(
                    (reading.note().isEmpty() ? e.getMessage() : reading.note()) + "; what was moved ended with it");
        } catch (ProbeException e) {
            return Reading.brokenOff(before(reading) + "it was not put back: " + e.getMessage());
        }
    }

    private static String before(Reading reading) {
        return reading.note().isEmpty() ? "" : reading.note() + "; ";
    }

    private static Reading ended(Exception why) {
        boolean refused = why instanceof ProbeException && !(why instanceof LeaseLost || why instanceof JvmEnded);
        return new Reading(
                refused ? Outcome.REFUSED : Outcome.BROKEN_OFF,
                Optional.empty(),
                Optional.empty(),
                String.valueOf(why.getMessage()));
    }

    private static Intervention intervention(Move move, List<Phase> phases, Reading reading, List<Point> series) {
        return new Intervention(
                move, phases, reading.outcome(), reading.elasticity(), reading.placebo(), reading.note(), series);
    }

    private Reading windows(Plan plan, Plant.Moving moving, double time, Replication replication)
            throws ProbeException, ServiceException, InterruptedException {
        Move move = plan.move();
        Pacing pacing = plan.pacing();
        long began = clock.getAsLong();
        boolean wasMoved = false;
        boolean isRaised = move.back() != Back.OCCUPIED;
        while (true) {
            Setting setting = replication.next();
            boolean isMoved = setting == Setting.MOVED;
            if (isMoved && !isRaised) {
                raise(plan, moving);
                isRaised = true;
            }
            told.accept(new Progress(move, replication.phases().size(), setting, time - since(began)));
            moving.turn(setting);
            if (wasMoved != isMoved) {
                moving.pass(pacing.settle());
            }
            wasMoved = isMoved;
            Phase counted = moving.count(setting, pacing.window());
            double enough = time - pacing.window() - pacing.settle();
            double used = enough > 0 ? Math.min(1, since(began) / enough) : 1;
            Optional<Reading> reading = replication.add(counted, used);
            if (reading.isPresent()) {
                return reading.get();
            }
        }
    }

    /** It is kept raised as in its windows, and the second half of that is counted; what may be saved up is used up before. */
    private static Reading lasting(
            Plan plan, Plant.Moving moving, double seconds, Reading reading, Replication replication)
            throws ProbeException, ServiceException, InterruptedException {
        double half = seconds / 2;
        double left = seconds;
        double settle = half;
        if (plan.usesUp()) {
            useUp(moving, half);
            left = half;
            settle = plan.pacing().settle();
        }
        moving.turn(Setting.MOVED);
        moving.pass(settle);
        Phase held = moving.count(Setting.MOVED, left - settle);
        return Lasting.of(plan.move(), reading, replication.phases(), plan.seen(), held);
    }

    private static void useUp(Plant.Moving moving, double seconds)
            throws ProbeException, ServiceException, InterruptedException {
        try {
            moving.further(Lasting.FURTHEST);
        } catch (LeaseLost e) {
            throw e;
        } catch (ProbeException e) {
            moving.turn(Setting.MOVED); // it goes no further: then that is what uses it up
        }
        moving.pass(seconds);
    }

    /**
     * To and fro once, uncounted: what is moved for the first time makes threads and connections, and runs code that was never run. Turns that
     * occupy something stand in its queue before. What does not come back is not moved yet; the load that was started anew has filled it. What answers are like is counted before.
     *
     * @return that it harms, which is looked at in parts: whoever uses the service is harmed all the while
     */
    private static Optional<Reading> rehearse(Plan plan, Plant.Moving moving, Replication replication)
            throws ProbeException, ServiceException, InterruptedException {
        double settle = plan.pacing().settle();
        if (plan.move().subject() == Subject.OCCUPATION) {
            moving.pass(plan.round());
        } else if (plan.move().back() == Back.SET) {
            double before = plan.isCountedBefore() ? plan.pacing().window() : settle;
            replication.untouched(moving.count(Setting.HOME, before));
            moving.turn(Setting.MOVED);
            for (int part = 0; part < PARTS; part++) {
                Optional<Reading> harm = replication.rehearsed(moving.count(Setting.MOVED, settle / PARTS));
                if (harm.isPresent()) {
                    return harm;
                }
            }
            moving.turn(Setting.HOME);
            moving.pass(settle);
        } else {
            moving.pass(settle);
        }
        return Optional.empty();
    }

    /** What was added is to be kept busy at home: who does so has to queue for it once. */
    private void raise(Plan plan, Plant.Moving moving) throws ProbeException, ServiceException, InterruptedException {
        long began = clock.getAsLong();
        moving.turn(Setting.MOVED);
        moving.turn(Setting.HOME);
        while (!Reading.isHome(moving.count(Setting.HOME, plan.pacing().settle())) && since(began) < plan.round()) {
            continue;
        }
    }

    private double since(long began) {
        return (clock.getAsLong() - began) / 1e9;
    }
}
