package dev.headroom.fanout;

/** One part under way, without the caller who waits for it. */
final class Attempts {
    private Attempts() {}

    static <T> Attempt<T> started(Part<T> part) {
        var calls = new Calls(1, 1, Standing.NONE, ThreadContext.none().capture());
        var attempt = new Attempt<>(part, 0, calls);
        long now = System.nanoTime();
        attempt.enter(now);
        attempt.start(now);
        return attempt;
    }
}
