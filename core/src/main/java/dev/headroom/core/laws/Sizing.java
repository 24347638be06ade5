package dev.headroom.core.laws;

/**
 * How many workers a rate needs. By Little's law a rate of X requests per second, each with V tasks of S seconds, keeps
 * X V S workers busy on average; fewer can not carry it ({@link #atLeast}). Exactly that many only suffice when
 * arrivals are as even as a metronome. For arrivals that come at random, square-root staffing adds {@value #BETA}
 * standard deviations of the number at work: N + 2 sqrt(N) ({@link #forRandomArrivals}); then about one task in thirty
 * has to wait (Erlang C: 3 to 4 % for N from 5 to 400).
 *
 * <p>Source: J. D. C. Little 1961 (see {@link LittlesLaw}); S. Halfin and W. Whitt, "Heavy-Traffic Limits for Queues
 * with Many Exponential Servers", Operations Research 29(3), 1981; soft resources by operational laws: Q. Wang et al.,
 * "The Impact of Soft Resource Allocation on n-Tier Application Scalability", IPDPS 2011.
 */
public final class Sizing {

    /** Head-room in standard deviations of a Poisson number of tasks at work. */
    public static final int BETA = 2;

    /** Keeps a product that is a whole number but for rounding from asking for one worker more. */
    private static final double ROUNDING = 1e-9;

    private Sizing() {}

    /** Workers without which the rate can not be carried. */
    public static int atLeast(double rate, double visits, double holdingTime) {
        return ceil(UtilizationLaw.busy(rate, visits, holdingTime));
    }

    /** Workers with which randomly spaced arrivals seldom wait. */
    public static int forRandomArrivals(double rate, double visits, double holdingTime) {
        double busy = UtilizationLaw.busy(rate, visits, holdingTime);
        return ceil(busy + BETA * Math.sqrt(busy));
    }

    private static int ceil(double workers) {
        return (int) Math.max(1, Math.ceil(workers * (1 - ROUNDING)));
    }
}
