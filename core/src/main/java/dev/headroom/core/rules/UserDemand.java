package dev.headroom.core.rules;

import dev.headroom.core.statistics.Proportion;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;

/**
 * What one user takes of something of which there are m, as looks at him told: X = m / D (utilisation law: Lazowska 1984, chapter 3).
 *
 * @param most m
 * @param parts that were looked at in each look, of which each was taken or not
 * @param looks at him
 * @param taken parts on average
 * @param throughput his X, 1/s
 */
record UserDemand(int most, int parts, long looks, double taken, double throughput) {

    /** What X may differ from m / D, relative, besides what few looks leave open. */
    private static final double AGREES = Thresholds.TENTH;

    /** Whether X is what m of something give by one user's demand, where so many looks were taken that m / D is known as well as X. */
    static boolean agrees(double x, double ceiling) {
        return Math.abs(x - ceiling) <= AGREES * ceiling;
    }

    static String agreement(int most, double ceiling, double x) {
        return "one user's request keeps one for " + Numbers.seconds(most / ceiling) + ", so " + most + " give "
                + Numbers.of(ceiling) + " requests/s, and " + Numbers.of(x) + " were measured.";
    }

    /** m / D. */
    double ceiling() {
        return ceiling(taken);
    }

    private double ceiling(double parts) {
        return most * throughput / parts;
    }

    /** Whether it cannot be what gives this X, however few the looks were (exact interval of a proportion). */
    boolean contradicts(double x) {
        Proportion share = new Proportion(Math.round(taken * looks), looks * parts);
        return x < (1 - AGREES) * ceiling(share.atMost(1 - Thresholds.ERROR) * parts)
                || x > (1 + AGREES) * ceiling(share.atLeast(1 - Thresholds.ERROR) * parts);
    }
}
