package dev.headroom.core.laws;

/**
 * How many wait for one of m workers that are used to {@code utilization} (0 to 1), though these have room: arrivals that come at random, and
 * holding times that differ, make a queue where neither would. It is that of M/M/m, with the probability to wait by Erlang C, times the mean
 * of the squared coefficients of variation of arrivals and of holding times: exact for M/M/m, within some percent for M/D/m in heavy use.
 *
 * <p>A mean over {@code seconds} is not yet that of all time. Its relative error is that of reflected Brownian motion, which such a queue
 * resembles: the fuller the workers, the longer it remembers.
 *
 * <p>Source: A. O. Allen, "Probability, Statistics, and Queueing Theory", Academic Press, 1978 (the approximation of Allen and Cunneen);
 * A. K. Erlang 1917; W. Whitt, "Planning Queueing Simulations", Management Science 35(11), 1989 (the error).
 */
public final class AllenCunneen {

    /** Squared coefficient of variation of holding times, which is not observed: memoryless ones make more of a queue than most do. */
    public static final double HOLDING = 1;

    private AllenCunneen() {}

    /** Probability that a task has to wait, by Erlang C; 1 where there are no more workers than are busy. */
    public static double waits(int workers, double utilization) {
        double busy = workers * utilization;
        if (!(utilization < 1)) {
            return 1;
        }
        double blocked = ErlangLoss.share(workers, busy);
        return blocked / (1 - utilization * (1 - blocked));
    }

    /**
     * Mean number waiting; infinite where the workers have no room.
     *
     * @param arrivals squared coefficient of variation of the times between arrivals: 0 even, 1 Poisson
     */
    public static double queue(int workers, double utilization, double arrivals) {
        return utilization < 1
                ? waits(workers, utilization) * utilization / (1 - utilization) * (arrivals + HOLDING) / 2
                : Double.POSITIVE_INFINITY;
    }

    /**
     * Standard error of that number in a window, over the number itself.
     *
     * @param ceiling of the workers, per second
     */
    public static double relativeError(double ceiling, double utilization, double arrivals, double seconds) {
        return Math.sqrt(2 * (arrivals + HOLDING) / (ceiling * seconds)) / Math.max(0, 1 - utilization);
    }
}
