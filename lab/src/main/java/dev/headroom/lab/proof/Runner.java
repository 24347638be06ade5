package dev.headroom.lab.proof;

import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Back;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Intervention.Point;
import dev.headroom.core.model.Intervention.Setting;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.Workload;
import dev.headroom.core.proof.Campaign;
import dev.headroom.core.proof.Lasting;
import dev.headroom.core.proof.Reading;
import dev.headroom.core.proof.Replication;
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

    /** Who waits under load may look again only so many seconds later. */
    private static final double LONGEST_WAIT = 0.7;

    /** Seconds for a queue to go round once. */
    private static final double LONGEST_ROUND = 8;

    /** Of the time that is left, at the most. */
    private static final double ROUND = 0.3;

    /** Of the time of what is raised, for which it goes on at last; at the most. */
    private static final double LASTS = 0.2;

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

    /** @param seen when it was diagnosed */
    public List<Intervention> run(Campaign campaign, Workload seen) throws InterruptedException {
        List<Intervention> done = new ArrayList<>();
        long end = System.nanoTime() + budget.toNanos();
        for (Optional<Move> move = campaign.next(done); move.isPresent(); move = campaign.next(done)) {
            long asked = System.nanoTime();
            if (!agreed.test(move.get())) {
                break;
            }
            end += System.nanoTime() - asked; // a person may have thought about it
            double time = (end - System.nanoTime()) / 1e9; // what is not decided in it ends the campaign
            boolean reserved = campaign.isReserved(move.get());
            double waited = reserved ? queued(seen) : waited(move.get(), seen);
            double counted = time - besides(move.get(), seen, time);
            Pacing pacing = Pacing.of(plant.cycle(), waited, seen.throughput().value(), counted);
            double least = pacing.window() + (reserved ? pacing.settle() / 2 : 0);
            if (time < Replication.FIRST_LOOK * least) {
                if (move.get().subject() == Subject.EVERYTHING) {
                    break; // what binds was asked before
                }
                String why = reserved
                        ? "a move shows after those who have their turn already, "
                                + Numbers.time(Replication.FIRST_LOOK * least, 2) + " would do"
                        : "no time is left for it";
                Reading untried = new Reading(Outcome.UNDECIDED, Optional.empty(), Optional.empty(), why);
                done.add(intervention(move.get(), List.of(), untried, List.of()));
                break;
            }
            done.add(carryOut(move.get(), done.size(), pacing, time, seen));
        }
        return List.copyOf(done);
    }

    /** Seconds in which any queue has gone round, by Little's law: those who still wait have no response yet, and would be missing in a mean. */
    private static double queued(Workload seen) {
        double all = seen.inFlight() / seen.throughput().value();
        return Double.isFinite(all) ? all : LONGEST_ROUND;
    }

    /** Seconds that may go by before what queues has gone round. */
    private static double round(Workload seen, double time) {
        return Math.min(queued(seen), Math.min(LONGEST_ROUND, time * ROUND));
    }

    /** Seconds in which no window is counted. */
    private static double besides(Move move, Workload seen, double time) {
        return move.subject() == Subject.OCCUPATION ? round(seen, time) : reserved(move, time);
    }

    /** Seconds that are left for it to go on: of a load, always; a limit that windows took all the time to tell of does not. */
    private static double reserved(Move move, double time) {
        return move.subject() == Subject.LOAD ? time * LASTS : 0;
    }

    /** Only load that is ours: nobody else is kept waiting by what goes on. */
    private static boolean goesOn(Move move, Workload seen) {
        boolean raises = move.subject() == Subject.LOAD || move.subject() == Subject.CAPACITY && move.up();
        return raises && !(seen.arrivals() instanceof Workload.Observed);
    }

    /** What is kept busy is so with the next turn, however long others wait. */
    private static double waited(Move move, Workload seen) {
        return move.subject() == Subject.OCCUPATION || move.back() == Back.OCCUPIED
                ? Double.NaN
                : Math.min(seen.response(), LONGEST_WAIT);
    }

    private Intervention carryOut(Move move, int test, Pacing pacing, double time, Workload seen)
            throws InterruptedException {
        Replication replication = new Replication(move, test, before(time, pacing), seen.failedShare(), random);
        double wait = queued(seen);
        double round = round(seen, time);
        List<Point> series = List.of();
        Reading reading;
        try (Plant.Moving moving = plant.begin(move, Times.ofSeconds(2 * time + 10), Times.ofSeconds(wait))) {
            try {
                reading = putBack(moving, counted(move, moving, pacing, round, time, replication, seen));
            } finally {
                series = moving.series();
            }
        } catch (ServiceException | ProbeException e) {
            reading = ended(e);
        }
        return intervention(move, replication.phases(), reading, series);
    }

    private Reading counted(
            Move move,
            Plant.Moving moving,
            Pacing pacing,
            double round,
            double time,
            Replication replication,
            Workload seen)
            throws InterruptedException {
        try {
            long began = System.nanoTime();
            rehearse(move, moving, pacing, round);
            double windows = time - reserved(move, time) - since(began);
            Reading reading = windows(move, moving, pacing, round, windows, replication);
            if (goesOn(move, seen)) {
                double left = Math.min(time * LASTS, time - since(began));
                reading = reading.outcome() == Outcome.FULL && left > pacing.settle()
                        ? lasting(move, moving, left, reading, replication, seen)
                        : reading;
                moving.turn(Setting.HOME); // what it leaves behind is nothing of the next move
            }
            return reading;
        } catch (ServiceException | ProbeException e) {
            return ended(e);
        }
    }

    /** A move that is not known to be undone says nothing: what came after it may be its work. */
    private static Reading putBack(Plant.Moving moving, Reading reading) throws InterruptedException {
        try {
            moving.putBack();
            return reading;
        } catch (ProbeException e) {
            String before = reading.note().isEmpty() ? "" : reading.note() + "; ";
            return new Reading(
                    Outcome.BROKEN_OFF,
                    Optional.empty(),
                    Optional.empty(),
                    before + "it was not put back: " + e.getMessage());
        }
    }

    private static Reading ended(Exception why) {
        boolean refused = why instanceof ProbeException && !(why instanceof LeaseLost);
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

    private Reading windows(
            Move move, Plant.Moving moving, Pacing pacing, double round, double time, Replication replication)
            throws ProbeException, ServiceException, InterruptedException {
        long began = System.nanoTime();
        boolean wasMoved = false;
        boolean isRaised = move.back() != Back.OCCUPIED;
        while (true) {
            Setting setting = replication.next();
            boolean isMoved = setting == Setting.MOVED;
            if (isMoved && !isRaised) {
                raise(moving, pacing, round);
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

    /** It is kept raised, and the second half of that is counted. */
    private static Reading lasting(
            Move move, Plant.Moving moving, double seconds, Reading reading, Replication replication, Workload seen)
            throws ProbeException, ServiceException, InterruptedException {
        moving.turn(Setting.MOVED);
        moving.pass(seconds / 2);
        Phase held = moving.count(Setting.MOVED, seconds / 2);
        return Lasting.of(move, reading, replication.phases(), seen, held);
    }

    /**
     * To and fro once, uncounted: what is moved for the first time makes threads and connections, and runs code that was never run. Turns that
     * occupy something stand in its queue before. What does not come back is not moved yet; the load that was started anew has filled it.
     */
    private static void rehearse(Move move, Plant.Moving moving, Pacing pacing, double round)
            throws ProbeException, ServiceException, InterruptedException {
        if (move.subject() == Subject.OCCUPATION) {
            moving.pass(round);
        } else if (move.back() == Back.SET) {
            for (Setting setting : List.of(Setting.MOVED, Setting.HOME)) {
                moving.turn(setting);
                moving.pass(pacing.settle());
            }
        } else {
            moving.pass(pacing.settle());
        }
    }

    /** What was added is to be kept busy at home: who does so has to queue for it once. */
    private static void raise(Plant.Moving moving, Pacing pacing, double round)
            throws ProbeException, ServiceException, InterruptedException {
        long began = System.nanoTime();
        moving.turn(Setting.MOVED);
        moving.turn(Setting.HOME);
        while (!Reading.isHome(moving.count(Setting.HOME, pacing.settle())) && since(began) < round) {
            continue;
        }
    }

    private static double since(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    /** Of what does not come back, as many windows before as after it fit in. */
    private static int before(double time, Pacing pacing) {
        long fit = (long) ((time - 2 * pacing.settle()) / pacing.window() / 2) - 1;
        return Math.clamp(fit, Replication.FIRST_LOOK / 2, 2 * Replication.FIRST_LOOK);
    }
}
