package dev.headroom.lab.proof;

import java.util.Optional;

/**
 * How long to wait after a move and how long to count: whole cycles of a request, for users that are answered together make any other
 * count differ by a batch. A new limit shows with the first answer that it gives, one cycle after the move at the latest; half a
 * cycle more puts the edges of the window between two batches.
 *
 * @param settle seconds from a move to the window
 * @param window seconds that are counted
 */
record Timing(double settle, double window) {

    /** A, B, and A' or C. */
    static final int WINDOWS = 3;

    private static final double SHORTEST_SETTLE = 0.3;
    private static final double SHORTEST_WINDOW = 0.5;

    /** A window need not be a larger part of the time than this, where answers come fast enough. */
    private static final double PART = 6;

    /** Answers by which one more or less is no matter. */
    private static final double ANSWERS = 40;

    /** Six cycles of a second in 6 s are three windows, and not one answer takes a second to the millisecond. */
    private static final double SLACK = 1.05;

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
            double most = whole(room - settle, cycle);
            if (most >= Math.max(SHORTEST_WINDOW, cycle)) {
                double wanted = Math.max(seconds / PART, ANSWERS / throughput);
                return Optional.of(new Timing(settle, Math.min(most, Math.max(cycle, whole(wanted + cycle, cycle)))));
            }
        }
        return Optional.empty();
    }

    /** Whole cycles, where one is long enough to matter. */
    private static double whole(double seconds, double cycle) {
        return cycle < SHORTEST_WINDOW / 10 ? seconds : Math.floor(seconds / cycle) * cycle;
    }
}
