package dev.headroom.fanout;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Calls that run when the test says so, on the thread that says it: jcstress races the threads that it knows. Their own
 * threads are started and interrupted in name only.
 */
final class HandRun {
    private static final int MOST = 4;

    private final AtomicReferenceArray<Runnable> started = new AtomicReferenceArray<>(MOST);
    private final AtomicInteger made = new AtomicInteger();

    Downstream downstream(String name, int limit) {
        return Downstream.named(name).limit(limit).threads(Idle::new).build();
    }

    /** Runs this one, in the order of the parts from 0, when it is started. */
    void run(int part) {
        Runnable call = started.get(part);
        while (call == null) {
            Thread.onSpinWait();
            call = started.get(part);
        }
        call.run();
    }

    /** Waits for as many, so that those who run them do so at once. */
    void untilStarted(int parts) {
        while (!isStarted(parts - 1)) {
            Thread.yield();
        }
    }

    /** Runs all that were started: then no permit may be held any more. */
    String runRest(Downstream downstream, int from) {
        for (int part = from; part < MOST && isStarted(part); part++) {
            run(part);
        }
        boolean lost =
                downstream.gate().inFlight() != 0 || !downstream.abandoned().isEmpty();
        return lost ? ", permit lost" : "";
    }

    boolean isStarted(int part) {
        return started.get(part) != null;
    }

    private final class Idle extends Thread {
        private final int part = made.getAndIncrement();
        private final Runnable call;

        Idle(Runnable call) {
            this.call = call;
        }

        @Override
        public void start() {
            started.set(part, call);
        }

        @Override
        public void interrupt() {}
    }
}
