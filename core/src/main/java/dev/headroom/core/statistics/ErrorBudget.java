package dev.headroom.core.statistics;

/**
 * The probability with which a whole campaign of tests may say something false, shared out evenly among its tests, and among the looks at each in
 * proportion to the time that has passed between them (K. K. G. Lan and D. L. DeMets, Biometrika 70(3), 1983, with a linear spending function):
 * by Bonferroni's inequality the sum holds whatever depends on what, and looking again until something is decided costs no more than is in it.
 *
 * @param total of the campaign, 0 to 1
 * @param tests at the most
 */
public record ErrorBudget(double total, int tests) {

    /**
     * What a look may get wrong, to one side.
     *
     * @param before share of the time of its test, 0 to 1, at which the last look was
     * @param now the same of this one
     */
    public double look(double before, double now) {
        if (!(before >= 0 && before < now && now <= 1)) {
            throw new IllegalArgumentException("from " + before + " to " + now + " nothing is spent");
        }
        return total / tests * (now - before);
    }
}
