package dev.headroom.lab.proof;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.proof.Replication;
import dev.headroom.core.text.Numbers;
import java.time.Duration;
import java.util.Optional;

/**
 * How the time of one move is spent: until it shows, in windows, and on what goes on once these have told. All in seconds.
 *
 * @param seen when it was diagnosed
 * @param time for all of it, at the most
 * @param reserved whether it shows only after those who have their turn already
 */
record Plan(Move move, Workload seen, Pacing pacing, double time, boolean reserved) {

    /** Who waits under load may look again only so many seconds later. */
    private static final double LONGEST_WAIT = 0.7;

    /** Seconds for a queue to go round once. */
    private static final double LONGEST_ROUND = 8;

    /** Of the time that is left, at the most. */
    private static final double ROUND = 0.3;

    /** Of the time of what is raised, for which it goes on at last; at the most. */
    private static final double LASTS = 0.2;

    /** Beside twice the time of a move, after which it is put back whatever happens. */
    private static final double GRACE = 10;

    /** @param cycle seconds of a request that waits for no one, and of its user's thoughts */
    static Plan of(Move move, Workload seen, double cycle, double time, boolean reserved) {
        double waits = reserved ? queue(seen) : waits(move, seen);
        double counted = time - (move.subject() == Subject.OCCUPATION ? round(seen, time) : goesOn(move, time));
        return new Plan(move, seen, Pacing.of(cycle, waits, seen.throughput().value(), counted), time, reserved);
    }

    /** In which any queue has gone round, by Little's law: those who still wait have no response yet, and would be missing in a mean. */
    private static double queue(Workload seen) {
        double all = seen.inFlight() / seen.throughput().value();
        return Double.isFinite(all) ? all : LONGEST_ROUND;
    }

    /** What is kept busy is so with the next turn, however long others wait. */
    private static double waits(Move move, Workload seen) {
        return move.subject() == Subject.OCCUPATION || move.back() == Back.OCCUPIED
                ? Double.NaN
                : Math.min(seen.response(), LONGEST_WAIT);
    }

    private static double round(Workload seen, double time) {
        return Math.min(queue(seen), Math.min(LONGEST_ROUND, time * ROUND));
    }

    private static double goesOn(Move move, double time) {
        return move.subject() == Subject.LOAD ? time * LASTS : 0;
    }

    /** Why it is not begun, for the reader; empty where a first look fits in. */
    Optional<String> tooShort() {
        double least = Replication.FIRST_LOOK * (pacing.window() + (reserved ? pacing.settle() / 2 : 0))
                + (isCountedBefore() ? pacing.window() : 0);
        if (time >= least) {
            return Optional.empty();
        }
        return Optional.of(
                reserved
                        ? "a move shows after those who have their turn already, " + Numbers.time(least, 2)
                                + " would do"
                        : "no time is left for it");
    }

    /** Whether a whole window is counted before anything is moved: where nobody counts failures, sizes of answers are compared with it. */
    boolean isCountedBefore() {
        return seen.arrivals() instanceof Workload.Observed
                && move.subject() != Subject.OCCUPATION
                && move.back() == Back.SET;
    }

    /** After which it is put back whatever happens. */
    Duration longest() {
        return Times.ofSeconds(2 * time + GRACE);
    }

    /** For which who comes is likely to wait. */
    Duration queue() {
        return Times.ofSeconds(queue(seen));
    }

    /** That may go by before what queues has gone round. */
    double round() {
        return round(seen, time);
    }

    /** For windows, and the changes between them. */
    double windows() {
        return time - goesOn(move, time);
    }

    /**
     * For which it is kept raised at last: a load always, a limit for what its windows have left, if a window fits into half of it. 0 under somebody
     * else's load: nobody is kept waiting by it.
     *
     * @param used of the time
     */
    double lasts(double used) {
        if (seen.arrivals() instanceof Workload.Observed) {
            return 0;
        }
        double left = Math.clamp(time - used, 0, time * LASTS);
        boolean isLimit =
                move.subject() == Subject.CAPACITY && move.up() && left >= 2 * (pacing.settle() + pacing.window());
        return isLimit || move.subject() == Subject.LOAD ? left : 0;
    }

    /** Whether it goes on beyond its step first: not what would stay there. */
    boolean usesUp() {
        return move.subject() == Subject.CAPACITY && move.back() == Back.SET;
    }

    /** Of what does not come back, as many windows before as after it fit in. */
    int before() {
        long fit = (long) ((time - 2 * pacing.settle()) / pacing.window() / 2) - 1;
        return Math.clamp(fit, Replication.FIRST_LOOK / 2, 2 * Replication.FIRST_LOOK);
    }
}
