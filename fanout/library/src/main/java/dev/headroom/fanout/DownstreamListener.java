package dev.headroom.fanout;

import org.jspecify.annotations.Nullable;

/**
 * Told of the calls to a {@link Downstream}, for metrics. Methods are called by several threads at once: on the call's thread,
 * after its permit was given back and its caller told, or on one of their own where it was given up. So a caller may go on a
 * little before its listeners have heard of it. What they throw is logged, once for each kind, by {@link System.Logger}
 * {@code dev.headroom.fanout}.
 */
public interface DownstreamListener {
    /**
     * A call is over for its caller.
     *
     * @param call the outcome, and the times up to now
     */
    default void ended(Ended call) {}

    /**
     * A call that was under way was given up. It keeps its permit until its thread ends.
     *
     * @param downstream whose permit it holds
     * @param part the name of the part
     */
    default void abandoned(String downstream, String part) {}

    /**
     * The thread of an abandoned call has ended, and its permit is free. A call may end while it is given up; then this can
     * come before {@link #abandoned}.
     *
     * @param downstream whose permit it held
     * @param part the name of the part
     * @param heldNanos for how long it held the permit
     */
    default void returned(String downstream, String part, long heldNanos) {}

    /**
     * @param downstream that was called
     * @param part the name of the part
     * @param outcome how it ended for the caller
     * @param waitedNanos for a permit
     * @param calledNanos with the permit; 0 where there was none
     * @param thrown by the call, where it failed
     * @param hedge whether it was an extra call: the second of a part that is {@linkplain Part#hedged hedged}, or one of
     *     {@link Part#first} that was sent before those before it had failed
     */
    record Ended(
            String downstream,
            String part,
            Outcome outcome,
            long waitedNanos,
            long calledNanos,
            @Nullable Throwable thrown,
            boolean hedge) {}
}
