package dev.headroom.lab.proof;

/**
 * How long to wait after a setting was changed, and how long to count. A new limit shows with the first answer that it gives, one cycle of a
 * request after the move at the latest. Windows are as short as their number asks for: of the same time, many tell more than long ones, as long as
 * each holds a whole cycle.
 *
 * @param settle seconds from a change to the next window
 * @param window seconds that are counted
 */
record Pacing(double settle, double window) {

    /** Windows from which a small interval comes. */
    private static final double WINDOWS = 24;

    private static final double SHORTEST_SETTLE = 0.25;

    private static final double SHORTEST_WINDOW = 0.4;

    private static final double LONGEST_WINDOW = 5;

    /** Of a cycle, in a window: in one of hardly more than one, an edge cuts a batch of those who march in step. */
    private static final double HOLDS = 1.2;

    /** Of a cycle: what was under way is answered, and the first of the new state as well. */
    private static final double SETTLES = 1.2;

    /** Answers from which a window says something of throughput. */
    private static final double ANSWERS = 10;

    /**
     * And of which fewer, longer windows tell more: a request that is answered early is one that is not answered later, so the count of few is uneven
     * at the edges of a window and nowhere else. But not so few that the first look, after eight, comes later than after half of the time: another move may follow.
     */
    private static final double MANY_ANSWERS = 30;

    private static final double FEWER_WINDOWS = 16;

    /** Where windows of those hold hardly any, there is one look, when the time is over: a window of as many tells the most then. */
    private static final double SOME_ANSWERS = 15;

    private static final double FEWEST_WINDOWS = 10;

    /** Changes that are not counted: a rehearsal to and fro, or the raise of what does not come back. */
    private static final double UNCOUNTED = 2;

    /**
     * @param cycle seconds of a request that waits for no one
     * @param waits seconds after which a move may still not show, for those who wait already; NaN where there are none
     * @param throughput good answers per second
     * @param seconds that all of it may take
     */
    static Pacing of(double cycle, double waits, double throughput, double seconds) {
        double waited = Double.isFinite(waits) ? waits : 0;
        double settle = Math.max(Math.max(SHORTEST_SETTLE, SETTLES * cycle), waited);
        double least = Math.max(Math.max(SHORTEST_WINDOW, HOLDS * cycle), ANSWERS / throughput);
        double free = Math.max(
                free(seconds, settle, WINDOWS),
                Math.max(
                        Math.min(MANY_ANSWERS / throughput, free(seconds, settle, FEWER_WINDOWS)),
                        Math.min(SOME_ANSWERS / throughput, free(seconds, settle, FEWEST_WINDOWS))));
        return new Pacing(settle, Math.min(Math.max(least, free), Math.max(least, LONGEST_WINDOW)));
    }

    /** Every second window comes after a change. */
    private static double free(double seconds, double settle, double windows) {
        return (seconds - UNCOUNTED * settle) / windows - settle / 2;
    }
}
