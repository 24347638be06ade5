package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Whose turn it is, by a count: threads that are always at work, and begin a whole number of waits for each request, serve the requests (forced flow law, X_i = V_i X: Denning and Buzen
 * 1978). Where a part of the requests pass there, it is a whole number for each that goes on from where they wait. Who counts the waits counts neither the requests nor those who go on, so they may
 * differ: those of a thread of the background have a rate of their own.
 *
 * @param waits of them per second; tasks, where these are counted
 * @param tasks whether these are tasks
 * @param idle of these waits, those for a next task, at least: where one task is a loop that serves many
 * @param flow of those who take their turns, per second
 * @param line from which these go on; empty of all requests
 */
record TurnsTaken(double waits, boolean tasks, double idle, double flow, String line) {

    /** Waits of one turn: of more, some whole number is always near. */
    static final double MOST = Thresholds.DOUBLE;

    /** What the waits may differ from that number for each who passes, as a share of the flow: those for a lock now and then are counted as well. */
    private static final double AGREES = Thresholds.TENTH;

    /** The same where nobody saw one user, with whom a thread of the background is at work as well. */
    private static final double AGREES_ALONE = Thresholds.SLIGHT;

    /** What the waits for a dozen requests may differ from it, relative: some wait for something else now and then. */
    private static final double ROUGHLY = Thresholds.HALF;

    /** Of those at work (0 to 1), who waits for somebody else: whoever serves does not. */
    private static final double WAITS = Thresholds.SLIGHT;

    /** Waits of one task. */
    private static final double IN_A_TASK = Thresholds.LOOKS;

    /** Waits for one task at most: in the queue, and for its lock. */
    private static final double FOR_A_TASK = Thresholds.DOUBLE;

    /** @param waiting places of those who may wait for it */
    static Optional<TurnsTaken> in(Station pool, Stream<Place> waiting, Evidence evidence) {
        boolean tasks = countsTasks(pool);
        double waits = turns(pool).orElse(0) / evidence.window();
        double idle = tasks ? 0 : pool.completed().orElse(0) / evidence.window();
        Observation seen = evidence.observation();
        double tolerance = tolerance(evidence);
        Stream<TurnsTaken> ofAll =
                Stream.of(new TurnsTaken(waits, tasks, idle, evidence.served().value(), ""));
        Stream<TurnsTaken> ofSome = waiting.max(Comparator.comparingDouble(Place::requests)).map(Place::name).stream()
                .filter(name -> !name.isEmpty())
                .map(name -> new TurnsTaken(waits, tasks, idle, seen.gone(name::equals), name));
        return Stream.concat(ofAll, ofSome)
                .filter(turns -> turns.agrees(tolerance) && works(pool) && turns.isOfOneUserToo(pool, evidence))
                .findFirst();
    }

    static double tolerance(Evidence evidence) {
        return evidence.unloaded().isPresent() ? AGREES : AGREES_ALONE;
    }

    /** Tasks where they are counted: between two of them a worker waits as well. One that waits many times is a loop, and no request's. */
    private static OptionalDouble turns(Station pool) {
        return countsTasks(pool) ? pool.completed() : pool.waitsBegun();
    }

    private static boolean countsTasks(Station pool) {
        double tasks = pool.completed().orElse(0);
        return tasks > 0 && pool.waitsBegun().orElse(0) <= IN_A_TASK * tasks;
    }

    /** That one waits in its turn. */
    private double times() {
        return Math.rint((waits - idle) / flow);
    }

    private boolean agrees(double tolerance) {
        double most = waits - idle;
        double least = waits - FOR_A_TASK * idle;
        return flow > 0
                && times() >= 1
                && times() <= MOST
                && times() * flow <= most + tolerance * flow
                && times() * flow >= least - tolerance * flow;
    }

    /** With one user they wait as often for each request, and once more for the next; a clock goes on as fast as before, or did not run. True where nobody counted. */
    private boolean isOfOneUserToo(Station pool, Evidence evidence) {
        if (!line.isEmpty() || evidence.unloaded().isEmpty()) {
            return true;
        }
        Evidence alone = evidence.unloaded().get();
        OptionalDouble begun =
                alone.observation().station(pool.id()).map(TurnsTaken::turns).orElse(OptionalDouble.empty());
        double requests = alone.served().value() * alone.window();
        return begun.isEmpty()
                || !(requests > 0)
                || begun.getAsDouble() >= (1 - ROUGHLY) * times() * requests
                        && begun.getAsDouble() <= (1 + ROUGHLY) * (times() + 1) * requests;
    }

    String words() {
        return (tasks
                        ? "they complete " + Numbers.of(waits) + " tasks/s"
                        : "they wait " + Numbers.of(waits) + " times/s, by a count of their own"
                                + (idle > 0
                                        ? ", " + Numbers.of(idle) + " to " + Numbers.of(FOR_A_TASK * idle)
                                                + " of them for a next task"
                                        : ""))
                + ", and " + Numbers.of(flow)
                + (line.isEmpty() ? " requests/s were answered" : "/s go on from " + line)
                + ", so each takes its turn there"
                + (times() == 1
                        ? "."
                        : (tasks
                                ? " of " + Numbers.count(times()) + " tasks."
                                : " and waits " + Numbers.count(times()) + " times in it."));
    }

    private static boolean works(Station pool) {
        double waiting = pool.activities().entrySet().stream()
                .filter(activity -> activity.getKey().forOthers())
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return waiting <= WAITS * pool.active();
    }
}
