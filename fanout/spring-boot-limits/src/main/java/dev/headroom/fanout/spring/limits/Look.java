package dev.headroom.fanout.spring.limits;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * All limits at one moment.
 *
 * @param nanos when, on the clock of {@link System#nanoTime()}
 * @param readings from the outside in
 */
record Look(long nanos, List<LimitReading> readings) {
    private static final int KEPT = 60;

    /** The looks that are kept, the oldest first: those of the window, or the one before; not more than 60 of a window, however often one looks. */
    static List<Look> kept(List<Look> before, Look now, Duration window) {
        List<Look> looks = new ArrayList<>(before);
        if (looks.isEmpty() || now.nanos - looks.getLast().nanos >= window.toNanos() / KEPT) {
            looks.add(now);
        }
        while (looks.size() > 2 && now.nanos - looks.getFirst().nanos > window.toNanos()) {
            looks.removeFirst();
        }
        return List.copyOf(looks);
    }
}
