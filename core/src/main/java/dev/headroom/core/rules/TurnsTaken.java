package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Map;
import java.util.Optional;

/**
 * Whose turn it is, by a count: threads that are always at work, and begin a whole number of waits for each request, serve the requests (forced flow law, X_i = V_i X: Denning and Buzen
 * 1978). The JVM or the kernel counts the waits and somebody else the requests, so the two may differ: those of a thread of the background have a rate of their own.
 *
 * @param times that one request waits in its turn
 * @param waits of them per second
 */
record TurnsTaken(int times, double waits) {

    /** Waits of one turn: of more, some whole number of requests is always near. */
    private static final double MOST = Thresholds.DOUBLE;

    /** What the waits may differ from that number for each request, as a share of X: those for a lock now and then are counted as well. */
    private static final double AGREES = Thresholds.TENTH;

    /** The same where nobody saw one user, with whom a thread of the background is at work as well. */
    private static final double AGREES_ALONE = Thresholds.SLIGHT;

    /** Of those at work (0 to 1), who waits for somebody else: whoever serves does not. */
    private static final double WAITS = Thresholds.SLIGHT;

    static Optional<TurnsTaken> in(Station pool, Evidence evidence) {
        double x = evidence.served().value();
        double waits = pool.waitsBegun().orElse(0)
                / Times.seconds(evidence.observation().window().length());
        double tolerance = evidence.unloaded().isPresent() ? AGREES : AGREES_ALONE;
        int times = (int) Math.rint(waits / x);
        return times >= 1 && times <= MOST && Math.abs(waits - times * x) <= tolerance * x && works(pool)
                ? Optional.of(new TurnsTaken(times, waits))
                : Optional.empty();
    }

    String words(Evidence evidence) {
        return "they wait " + Numbers.of(waits) + " times/s, by a count of their own, and "
                + Numbers.of(evidence.served().value()) + " requests/s were answered, so each takes its turn there"
                + (times == 1 ? "." : " and waits " + times + " times in it.");
    }

    private static boolean works(Station pool) {
        double waiting = pool.activities().entrySet().stream()
                .filter(activity -> isForOthers(activity.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return waiting <= WAITS * pool.active();
    }

    private static boolean isForOthers(Activity activity) {
        return switch (activity) {
            case AWAITING_POOL, AWAITING_LOCK, AWAITING_CONNECTION, AWAITING_OTHER -> true;
            default -> false;
        };
    }
}
