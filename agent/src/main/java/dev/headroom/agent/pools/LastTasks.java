package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Log;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Given to an executor that is shut down while {@link Takers} are at work for it: one of its own threads ends it when they have ended their tasks, so that whoever waits
 * for the end of the executor waits for these as well. It may stand in a queue of scheduled tasks, where it is due.
 */
final class LastTasks extends FutureTask<Object> implements RunnableScheduledFuture<Object> {

    private LastTasks(Takers takers) {
        super(takers::awaitTasks, "");
    }

    /** Gives the executor one when it is shut down; returns then, or when no taker is left. */
    static void watch(Takers takers, BlockingQueue<Runnable> queue, String executor) {
        try {
            boolean given = false;
            while (!given && takers.awaitMore()) {
                // a queue that is full has tasks of its own before the end: it is asked again
                given = takers.haveLastTasks() && queue.offer(new LastTasks(takers));
            }
        } catch (Throwable e) { // a queue of somebody's own may not take it
            Log.say("the end of " + executor + " does not wait for tasks that Headroom's threads took: " + e);
        }
    }

    @Override
    public boolean isPeriodic() {
        return false;
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return 0;
    }

    /** Before those that are not due. */
    @Override
    public int compareTo(Delayed other) {
        return other == this ? 0 : -1;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
