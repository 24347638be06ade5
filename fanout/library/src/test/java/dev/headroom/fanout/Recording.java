package dev.headroom.fanout;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A limit that keeps what it is told. */
class Recording implements Limit {
    final List<String> lessons = new CopyOnWriteArrayList<>();
    volatile int calls;

    Recording(int calls) {
        this.calls = calls;
    }

    @Override
    public int current() {
        return calls;
    }

    @Override
    public void ended(long calledNanos, int inFlight, boolean dropped) {
        lessons.add(dropped ? "dropped" : "answered");
    }
}
