package dev.headroom.fanout;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Why there is no answer. The message names the part; the stack trace is that of the caller, and its cause that of the
 * part's thread. What some other parts had thrown by then is {@linkplain Throwable#getSuppressed() suppressed}.
 *
 * <p>Its kinds can be made with {@code new}, for tests of what an application does then.
 */
public abstract sealed class FanOutException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int ALONE = -1;

    private final String part;
    private final String downstream;
    private int index = ALONE;

    private FanOutException(String part, String downstream, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.part = part;
        this.downstream = downstream;
    }

    /** The name of the part that has no answer. */
    public String part() {
        return part;
    }

    /** The name of the downstream that it called. */
    public String downstream() {
        return downstream;
    }

    /** Which of its fan-out's parts it is, and so which item of a collection, from 0; empty for a call on the own thread. */
    public OptionalInt index() {
        return index == ALONE ? OptionalInt.empty() : OptionalInt.of(index);
    }

    void at(int place) {
        index = place;
    }

    /** The call threw: the cause is what it threw. */
    public static final class CallFailed extends FanOutException {
        private static final long serialVersionUID = 1;

        /** Of a part that is named like its downstream. */
        public CallFailed(String downstream, Throwable cause) {
            this(downstream, downstream, "part '" + downstream + "' failed: " + cause, cause);
        }

        CallFailed(String part, String downstream, String message, Throwable cause) {
            super(part, downstream, message, cause);
        }
    }

    /** There was no answer in time. The call, if there was one, was interrupted and is accounted for until it ends. */
    public static final class DeadlineExpired extends FanOutException {
        private static final long serialVersionUID = 1;

        private final boolean sent;

        /**
         * Of a part that is named like its downstream.
         *
         * @param sent whether the call had been made
         */
        public DeadlineExpired(String downstream, boolean sent) {
            this(downstream, downstream, "part '" + downstream + "' had no answer in time", sent);
        }

        DeadlineExpired(String part, String downstream, String message, boolean sent) {
            super(part, downstream, message, null);
            this.sent = sent;
        }

        /** Whether the call had been made, and may have had an effect. Where not, it is safe to try again. */
        public boolean sent() {
            return sent;
        }
    }

    /** Too many calls were in flight and too many waited. Nothing was sent, so it is safe to try again later. */
    public static final class Rejected extends FanOutException {
        private static final long serialVersionUID = 1;

        private final int limit;
        private final int inFlight;
        private final int queue;
        private final int waiting;

        /**
         * Of a part that is named like its downstream.
         *
         * @param limit calls that might be in flight
         * @param queue calls that might wait; all places were taken
         */
        public Rejected(String downstream, int limit, int queue) {
            this(downstream, downstream, "part '" + downstream + "' was rejected", limit, limit, queue, queue);
        }

        Rejected(String part, String downstream, String message, int limit, int inFlight, int queue, int waiting) {
            super(part, downstream, message, null);
            this.limit = limit;
            this.inFlight = inFlight;
            this.queue = queue;
            this.waiting = waiting;
        }

        /** Calls that might be in flight. */
        public int limit() {
            return limit;
        }

        /** Calls that held a permit when it came. */
        public int inFlight() {
            return inFlight;
        }

        /** Calls that might wait. */
        public int queue() {
            return queue;
        }

        /** Calls that waited when it came. */
        public int waiting() {
            return waiting;
        }
    }
}
