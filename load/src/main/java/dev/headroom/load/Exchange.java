package dev.headroom.load;

import org.jspecify.annotations.Nullable;

/** One request on its way: which of several it is, when it was due, when it really began, and who wants to know how it ended. Times are those of {@link System#nanoTime}. */
final class Exchange {

    /** Told once, on the loop's thread. */
    @FunctionalInterface
    interface Listener {
        void ended(Exchange exchange, Outcome outcome, long now);
    }

    final int kind;
    final long due;
    final long begun;
    final IdleConnections home;
    private final Listener listener;

    /** The connection that carries it now. */
    @Nullable
    Connection connection;

    /** Its stream on that connection, where a connection has several. */
    int stream;

    /** The request with its values; null where each of its kind is the same. */
    @Nullable
    WireRequest request;

    /** What of the answer is kept; null where nothing is. */
    @Nullable
    Capture capture;

    /** It was sent again, since the server had closed the idle connection that it was first sent on. */
    boolean retried;

    /** @param kind index of its part of the mix */
    Exchange(int kind, long due, long begun, IdleConnections home, Listener listener) {
        this.kind = kind;
        this.due = due;
        this.begun = begun;
        this.home = home;
        this.listener = listener;
    }

    void end(Outcome outcome, long now) {
        connection = null;
        listener.ended(this, outcome, now);
    }
}
