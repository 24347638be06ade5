package dev.headroom.core.laws;

/**
 * Who finds all m places taken is turned away: {@code B(m, a) = (a^m / m!) / sum of a^k / k!, k = 0..m}, where a = lambda S is what is offered, and
 * {@code a (1 - B)} places are taken on average. It holds whatever the distribution of S, for arrivals that know nothing of one another (A. K. Erlang,
 * Post Office Electrical Engineers' Journal 10, 1917; B. A. Sevastyanov, Theory of Probability and its Applications 2, 1957). Arrivals that are more even find
 * a place more often.
 */
public final class ErlangLoss {

    /** Until a double has no more digits. */
    private static final int HALVINGS = 60;

    private ErlangLoss() {}

    /** B, 0 to 1, by its recursion {@code B(k, a) = a B(k - 1, a) / (k + a B(k - 1, a))}, B(0, a) = 1. */
    public static double share(int places, double offered) {
        double lost = 1;
        for (int k = 1; k <= places; k++) {
            lost = offered * lost / (k + offered * lost);
        }
        return lost;
    }

    /**
     * B where so many places are taken on average, which rises with what is offered.
     *
     * @param taken 0 to all of them; 1 is returned from there on
     */
    public static double shareOf(int places, double taken) {
        if (!(taken < places)) {
            return 1;
        }
        double low = 0;
        double high = 1;
        while (high * (1 - share(places, high)) < taken && high < Double.MAX_VALUE / 2) {
            low = high;
            high *= 2;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (middle * (1 - share(places, middle)) < taken) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return share(places, high);
    }
}
