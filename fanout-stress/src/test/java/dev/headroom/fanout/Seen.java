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

    private static long ended(Usage usage) {
        return usage.succeeded() + usage.failed() + usage.expired() + usage.cancelled() + usage.rejected();
    }
}
