package dev.headroom.core.statistics;

/**
 * The probability with which a whole campaign of tests may say something false. The first test has half of it, each other half of what is left, and the last all
 * of that: what is asked first is asked of what was named, and mostly nothing else is. The looks at each share in proportion to the time that has passed
 * between them (K. K. G. Lan and D. L. DeMets, Biometrika 70(3), 1983, with a linear spending function). By Bonferroni's inequality the sum holds whatever depends
 * on what, and looking again until something is decided costs no more than is in it.
 *
 * @param total of the campaign, 0 to 1
 * @param tests at the most
 */
public record ErrorBudget(double total, int tests) {

    /**
     * What a look may get wrong, to one side.
     *
     * @param test 0 is the first
     * @param before share of the time of its test, 0 to 1, at which the last look was
     * @param now the same of this one
     */
    public double look(int test, double before, double now) {
        if (!(before >= 0 && before < now && now <= 1)) {
            throw new IllegalArgumentException("from " + before + " to " + now + " nothing is spent");
        }
        return of(test) * (now - before);
    }

    private double of(int test) {
        if (test < 0 || test >= tests) {
            throw new IllegalArgumentException("test " + test + " of " + tests);
        }
        return Math.scalb(total, -Math.min(test + 1, tests - 1));
    }
}
