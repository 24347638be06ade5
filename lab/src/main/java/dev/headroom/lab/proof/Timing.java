package dev.headroom.lab.proof;

import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.Optional;

/**
 * How long to wait after a move and how long to count: as long as there is time, up to where longer makes no surer. A new limit shows
 * with the first answer that it gives, one cycle of a request after the move at the latest.
 *
 * @param settle seconds from a move to the window
 * @param window seconds that are counted
 * @param spare seconds that the load may take longer to come to the state that was diagnosed
 */
record Timing(double settle, double window, double spare) {

    /** A, B, and A' or C. */
    static final int WINDOWS = 3;

    private static final double SHORTEST_SETTLE = 0.3;
    private static final double SHORTEST_WINDOW = 0.5;

    /** From so many cycles on a window need not be of whole ones ({@link Meter}). */
    private static final double CYCLES = 2;

    /** Of the time (0 to 1), where there is more than one window of a cycle needs. */
    private static final double SPARE = 0.1;

    /** Of a longer window the interval would be narrower than what is asked of a prediction. */
    private static final double ENOUGH_CYCLES = 40;

    private static final double ENOUGH_ANSWERS = 2_000;

    private static final double AMPLE_CYCLES = 10;

    private static final double AMPLE_ANSWERS = 100;

    /** Six cycles of a second in 6 s are three windows, and not one answer takes a second to the millisecond. */
    private static final double SLACK = 1.05;

    /** Twice as long as all of it should take, and a minute for the load to begin: what is moved for longer is moved by mistake. */
    Duration longest() {
        return Times.ofSeconds(2 * (WINDOWS * (settle + window) + spare)).plusMinutes(1);
    }

    /** Whether a window is long enough to tell one throughput from another. */
    boolean isAmple(double cycle, double throughput) {
        return window >= AMPLE_CYCLES * cycle && window * throughput >= AMPLE_ANSWERS;
    }

    /**
     * @param cycle seconds of a request that waits for no one
     * @param throughput good answers per second
     * @param seconds that all of it may take
     * @return empty where three windows of a cycle do not fit in
     */
    static Optional<Timing> of(double cycle, double throughput, double seconds) {
        double room = seconds * SLACK / WINDOWS;
        for (double cycles : new double[] {1.5, 1}) {
            double settle = Math.max(SHORTEST_SETTLE, cycles * cycle);
            double most = room - settle;
            if (most >= Math.max(SHORTEST_WINDOW, cycle)) {
                double enough = Math.max(ENOUGH_CYCLES * cycle, ENOUGH_ANSWERS / throughput);
                double free = (1 - SPARE) * seconds / WINDOWS - settle;
                double window = free >= Math.max(SHORTEST_WINDOW, CYCLES * cycle)
                        ? Math.min(free, enough)
                        : Math.max(SHORTEST_WINDOW, cycle);
                return Optional.of(new Timing(settle, window, Math.max(0, seconds - WINDOWS * (settle + window))));
            }
        }
        return Optional.empty();
    }
}
