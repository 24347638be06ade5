package dev.headroom.fanout;

/** What there is to see of a gate and a downstream after the race. */
final class Seen {
    private Seen() {}

    static String of(Gate gate) {
        return ", " + gate.inFlight() + " in flight, " + gate.waiting() + " wait";
    }

    static String of(Downstream downstream) {
        Usage usage = downstream.usage();
        return of(downstream.gate()) + ", " + usage.abandoned() + " abandoned, " + ended(usage) + " counted";
    }

    /** When calls on threads of their own have ended; what has not after so long never will. */
    static String whenQuiet(Downstream downstream) {
        long patience = System.nanoTime() + 5_000_000_000L;
        while (System.nanoTime() < patience
                && (downstream.gate().inFlight() > 0 || !downstream.abandoned().isEmpty())) {
            Thread.yield();
        }
        return of(downstream);
    }

    private static long ended(Usage usage) {
        return usage.succeeded() + usage.failed() + usage.expired() + usage.cancelled() + usage.rejected();
    }
}
