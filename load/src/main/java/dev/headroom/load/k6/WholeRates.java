package dev.headroom.load.k6;

import java.util.List;

/**
 * Rates as k6 has them, whole numbers in a time: 12.5/s is 25 in 2 s.
 *
 * @param seconds the time
 * @param exact whether they are the rates, and not only next to them
 */
record WholeRates(int seconds, boolean exact) {

    private static final int LONGEST = 1000;
    private static final double SAME = 1e-9;

    /** The shortest time in which all of them are whole. */
    static WholeRates of(List<Double> perSecond) {
        for (int seconds = 1; seconds <= LONGEST; seconds++) {
            int time = seconds;
            if (perSecond.stream().allMatch(rate -> whole(rate * time))) {
                return new WholeRates(seconds, true);
            }
        }
        return new WholeRates(LONGEST, false);
    }

    private static boolean whole(double count) {
        return Math.abs(count - Math.rint(count)) <= SAME * Math.max(1, count);
    }

    long in(double perSecond) {
        return Math.round(perSecond * seconds);
    }
}
