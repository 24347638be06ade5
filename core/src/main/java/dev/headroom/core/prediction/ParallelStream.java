package dev.headroom.core.prediction;

import java.util.List;

/**
 * One parallel stream: its list is cut in half, again and again, until a part is small enough; at each cut one half is
 * left to the pool and the other gone on with, left and right in turn. So a caller from outside works on a part of its
 * own first, then on those that it left to the pool, as far as it can reach them: the last of its submission queue, or
 * the first of any queue. As soon as it reaches none it waits for the end and helps no more. Under load other callers'
 * parts soon lie on top of its own: then the pool must do them, and the help is for the few.
 *
 * <p>A caller that is itself a worker of the pool leaves its parts in the queue of its own, where none but its own lie on
 * top: it does all that no other worker takes, and is held until the last part is done.
 *
 * <p>Source: JDK 25, {@code java.util.stream.AbstractTask.compute} (cutting; a part is at most {@code n / 4 m} long),
 * {@code ForkJoinTask.awaitDone} and {@code ForkJoinPool.helpComplete} (helping).
 */
final class ParallelStream {

    /** In place of a worker's number: the thread that called, which is none of the pool's. */
    static final int CALLER = -1;

    private static final int PARTS_PER_WORKER = 4;

    /** Does a part of the work on a worker of the pool, or on {@link #CALLER}, and goes on with {@code then}. */
    interface Performer {
        void perform(Step step, int worker, Runnable then);
    }

    private final ForkJoinQueue pool;
    private final List<Step> leaves;
    private final int caller;

    /** The worker that called, or {@link #CALLER}. */
    private final int root;

    private final Performer performer;
    private final Runnable then;
    private final int smallEnough;
    private int left;

    /** @param inside the caller is a worker of the pool */
    ParallelStream(
            ForkJoinQueue pool, List<Step> leaves, int caller, boolean inside, Performer performer, Runnable then) {
        this.pool = pool;
        this.leaves = leaves;
        this.caller = caller;
        this.root = inside ? caller : CALLER;
        this.performer = performer;
        this.then = then;
        this.smallEnough = Math.max(1, leaves.size() / (PARTS_PER_WORKER * pool.parallelism()));
        this.left = leaves.size();
    }

    void start() {
        if (left == 0) {
            then.run();
        } else {
            compute(0, leaves.size(), root);
        }
    }

    private void compute(int from, int to, int worker) {
        int low = from;
        int high = to;
        for (boolean leaveRight = false; high - low > smallEnough; leaveRight = !leaveRight) {
            int middle = (low + high) >>> 1;
            if (leaveRight) {
                leave(middle, high, worker);
                high = middle;
            } else {
                leave(low, middle, worker);
                low = middle;
            }
        }
        int parts = high - low;
        Step body = new Step.Sequence(leaves.subList(low, high));
        performer.perform(body, worker, () -> done(parts, worker));
    }

    private void leave(int from, int to, int worker) {
        pool.add(queueOf(worker), this, by -> compute(from, to, by));
    }

    private int queueOf(int worker) {
        return worker == CALLER ? pool.submissionQueue(caller) : ForkJoinQueue.ownQueue(worker);
    }

    private void done(int parts, int worker) {
        left -= parts;
        if (worker != root) {
            pool.release(worker);
        } else if (left > 0) {
            pool.help(queueOf(root), root, this);
        }
        if (left == 0) {
            then.run();
        }
    }
}
