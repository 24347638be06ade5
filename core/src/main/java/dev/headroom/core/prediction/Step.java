package dev.headroom.core.prediction;

import java.time.Duration;
import java.util.List;

/**
 * What a request does, as a small program for the simulation. Steps nest: while the body of an {@link On} goes on, its
 * worker is held, and so is every worker outside it, which is what makes one pool fill because of another.
 */
public sealed interface Step {

    /** Time passes; workers that are held stay held. */
    record Hold(Duration time) implements Step {}

    /** Waits for a worker of {@code pool}, does {@code body} on it, gives it back. Whoever asked waits for the end. */
    record On(String pool, Step body) implements Step {}

    /**
     * An asynchronous handler: waits for a worker of {@code pool} and gives it back at once, and only then goes on with
     * {@code rest}, which that worker has asked for and does not wait for.
     */
    record Handoff(String pool, Step rest) implements Step {}

    /**
     * A parallel stream over a fork-join pool: whoever asks, which may be one of its workers, does the first of the leaves
     * itself, and others as far as it can reach them ({@link ParallelStream}).
     */
    record Stream(String pool, List<Step> leaves) implements Step {
        public Stream {
            leaves = List.copyOf(leaves);
        }
    }

    /**
     * A framework's own timeout: where {@code body} takes longer than {@code time}, the request fails, at the next of the
     * checks that are made every {@code checkedEvery} (zero: at once). The body knows nothing of it and goes on, on the
     * workers that it has or waits for.
     */
    record Within(Duration time, Duration checkedEvery, Step body) implements Step {}

    record Sequence(List<Step> steps) implements Step {
        public Sequence {
            steps = List.copyOf(steps);
        }
    }

    /** All at once; ends when the last one ends. */
    record Parallel(List<Step> steps) implements Step {
        public Parallel {
            steps = List.copyOf(steps);
        }
    }

    static Step hold(Duration time) {
        return new Hold(time);
    }

    static Step on(String pool, Step body) {
        return new On(pool, body);
    }
}
