package dev.headroom.core.diagnosis;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.rules.Naming;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.Optional;

/**
 * What requests leave to be done when they are answered. Where more of it comes than the workers of a pool do, its queue grows for as long as the load goes on. No request waits for it, so that by their times nothing
 * binds, and more load brings more answers.
 */
final class TasksLeft {

    /** Tasks by which a queue has grown over the window. */
    private static final double FEWEST = Thresholds.FEWEST;

    /** Of the requests that are answered (0 to 1), those whose tasks stay behind. */
    private static final double SHARE = Thresholds.LOSS;

    private TasksLeft() {}

    static Optional<Diagnosis> in(Evidence evidence, Verdicts verdicts) {
        double least = Math.max(FEWEST / evidence.window(), SHARE * evidence.throughput());
        return evidence.observation().pools().stream()
                .filter(pool -> pool.saturatedShare() >= Saturation.MOST_OF_THE_TIME)
                .filter(pool -> growth(pool) >= least)
                .max(Comparator.comparingDouble(TasksLeft::growth))
                .map(pool -> verdicts.nothingNamed(words(pool)).build());
    }

    private static double growth(Station pool) {
        return pool.queueGrowth().orElse(0);
    }

    private static String words(Station pool) {
        return "Requests are answered, but what they leave to be done piles up: the queue of " + pool.name() + " holds "
                + Numbers.count(pool.queued()) + " tasks on average, and grows by " + Numbers.rate(growth(pool))
                + ". " + Naming.allAre((int) Math.rint(pool.workers()), pool)
                + " at work, and no request waits for them: they limit that work, not the answers.";
    }
}
