package dev.headroom.core.structure;

import dev.headroom.core.statistics.Thresholds;
import java.util.List;

/**
 * Whether a request gives its tasks to a pool all at once or one after the other, from how many are outstanding
 * (queued or on a worker) for each caller that waits.
 *
 * <p>One after the other, each waiting caller has exactly one task outstanding, whatever the load. All V at once, a
 * caller has V outstanding at first and one at the end. How many on average depends on how far apart they end: V where
 * they end together (constant holding times, and a queue that keeps them together); V / (1 + 1/2 + … + 1/V) where they
 * end at random, which is as low as it gets without one task being always late. The line is drawn half way between 1
 * and that. Both numbers come from the same samples, so the ratio holds in light load and in overload alike, where
 * response and holding times can not tell: in overload a request takes as long as the queue, either way.
 *
 * <p>Fewer than one outstanding task for each waiting caller can not be: the queue was not seen, and nothing is known.
 *
 * @param parallel all at once; taken as so where not known, which is what asynchronous calls are made for
 * @param known false where the queue could not be seen
 * @param outstanding tasks for each waiting caller
 */
public record Fanout(boolean parallel, boolean known, double outstanding) {

    /** Below this many outstanding tasks for each waiting caller the queue can not have been seen. */
    private static final double QUEUE_UNSEEN = Thresholds.MOST;

    /**
     * @param links from one caller to all pools that it waits for
     * @param visits V: tasks of all those pools for each task of the caller
     */
    public static Fanout of(List<Link> links, double visits) {
        double waiters = links.stream().mapToDouble(Link::waiters).sum();
        double tasks = links.stream()
                .mapToDouble(link -> link.callee().active() + link.callee().queued())
                .sum();
        return of(tasks, waiters, visits);
    }

    /**
     * @param tasks mean number outstanding
     * @param waiters mean number of callers that wait for one or more of them
     */
    public static Fanout of(double tasks, double waiters, double visits) {
        double outstanding = waiters > 0 ? tasks / waiters : Double.NaN;
        long together = Math.max(1, Math.round(visits));
        if (together == 1) {
            return new Fanout(false, true, outstanding);
        }
        if (!(outstanding >= QUEUE_UNSEEN)) {
            return new Fanout(true, false, outstanding);
        }
        return new Fanout(outstanding > (1 + together / harmonic(together)) / 2, true, outstanding);
    }

    private static double harmonic(long n) {
        double sum = 0;
        for (long i = 1; i <= n; i++) {
            sum += 1.0 / i;
        }
        return sum;
    }
}
