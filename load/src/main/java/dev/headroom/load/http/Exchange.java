package dev.headroom.load.http;

import org.jspecify.annotations.Nullable;

/** One request on its way: which of several it is, when it was due, when it really began, and who wants to know how it ended. Times are those of {@link System#nanoTime}. */
public final class Exchange {

    /** Told once, on the loop's thread. */
    @FunctionalInterface
    public interface Listener {
        void ended(Exchange exchange, RequestOutcome outcome, long now);
    }

    public final int kind;
    public final long due;
    public final long begun;
    final IdleConnections home;
    private final Listener listener;

    /** When it went onto its connection; 0 as long as it has not. */
    long sent;

    /** The connection that carries it now. */
    @Nullable
    Connection connection;

    /** Its stream on that connection, where a connection has several. */
    int stream;

    /** The request with its values; null where each of its kind is the same. */
    @Nullable
    public WireRequest request;

    /** What of the answer is kept; null where nothing is. */
    @Nullable
    public Capture capture;

    /** It was sent again, since the server had closed the idle connection that it was first sent on, or had not looked at it. */
    public boolean retried;

    /** @param kind index of its part of the mix */
    public Exchange(int kind, long due, long begun, IdleConnections home, Listener listener) {
        this.kind = kind;
        this.due = due;
        this.begun = begun;
        this.home = home;
        this.listener = listener;
    }

    public void end(RequestOutcome outcome, long now) {
        connection = null;
        listener.ended(this, outcome, now);
    }
}
