package dev.headroom.fanout;

/** As many calls as it was told last. */
final class FixedLimit implements Limit {
    private volatile int calls;

    FixedLimit(int calls) {
        resize(calls);
    }

    final void resize(int to) {
        if (to < 1) {
            throw new IllegalArgumentException("a limit must be at least 1 call, but is " + to);
        }
        calls = to;
    }

    @Override
    public int current() {
        return calls;
    }

    @Override
    public void ended(long calledNanos, int inFlight, boolean dropped) {}

    @Override
    public String toString() {
        return "fixed(" + calls + ")";
    }
}
