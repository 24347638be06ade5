package dev.headroom.agent.pools;

import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Given to an executor that is shut down while {@link Takers} are at work for it: one of its own threads ends it when they have ended their tasks, so that whoever waits
 * for the end of the executor waits for these as well. It may stand in a queue of scheduled tasks, where it is due.
 */
final class LastTasks extends FutureTask<Object> implements RunnableScheduledFuture<Object> {

    /** Returns when they have been ended; an interrupt is theirs. */
    LastTasks(Runnable awaitThem) {
        super(awaitThem, "");
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
