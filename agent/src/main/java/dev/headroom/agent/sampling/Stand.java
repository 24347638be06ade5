package dev.headroom.agent.sampling;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What a thread does at one moment, short of its stack, which takes a thousand times as long to read. */
record Stand(Thread thread, Thread.State state, @Nullable Object blocker) {

    static Stand of(Thread thread) {
        return new Stand(thread, thread.getState(), LockSupport.getBlocker(thread));
    }

    boolean isParkedFor() {
        return blocker != null && state != Thread.State.RUNNABLE;
    }

    boolean lasts() {
        return thread.getState() == state && LockSupport.getBlocker(thread) == blocker;
    }

    /** What it does now: where many stacks are read in between, it may have gone on. */
    Stand now() {
        return lasts() ? this : of(thread);
    }

    /** @param frames where it stood */
    boolean lasts(StackTraceElement[] frames) {
        return lasts() && Arrays.equals(frames(), frames);
    }

    /** Of its stack; none where it has ended, or not yet begun. Some builds of the JDK do not know all states of a virtual thread. */
    StackTraceElement[] frames() {
        try {
            return thread.getStackTrace();
        } catch (InternalError e) {
            return new StackTraceElement[0];
        }
    }
}
