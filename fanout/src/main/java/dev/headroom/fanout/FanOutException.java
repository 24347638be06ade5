package dev.headroom.fanout;

import org.jspecify.annotations.Nullable;

/**
 * Why there is no answer. The message names the part; the stack trace is that of the caller, and its cause that of the
 * part's thread. What other parts had thrown by then is {@linkplain Throwable#getSuppressed() suppressed}.
 */
public abstract sealed class FanOutException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String part;
    private final String downstream;

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

    /** The call threw: the cause is what it threw. */
    public static final class CallFailed extends FanOutException {
        private static final long serialVersionUID = 1;

        CallFailed(String part, String downstream, String message, Throwable cause) {
            super(part, downstream, message, cause);
        }
    }

    /** There was no answer in time. The call, if there was one, was interrupted and is accounted for until it ends. */
    public static final class DeadlineExpired extends FanOutException {
        private static final long serialVersionUID = 1;

        DeadlineExpired(String part, String downstream, String message) {
            super(part, downstream, message, null);
        }
    }

    /** Too many calls were in flight and too many waited. Nothing was sent, so it is safe to try again later. */
    public static final class Rejected extends FanOutException {
        private static final long serialVersionUID = 1;

        Rejected(String part, String downstream, String message) {
            super(part, downstream, message, null);
        }
    }
}
