package dev.headroom.core.statistics;

/**
 * The probability with which a whole campaign of tests may say something false, shared out evenly among its tests and the looks at each: by
 * Bonferroni's inequality the sum holds whatever depends on what, and looking again until something is decided costs no more than is in it.
 *
 * @param total of the campaign, 0 to 1
 * @param tests at the most
 * @param looks at each test, at the most
 */
public record ErrorBudget(double total, int tests, int looks) {

    /** What one look may get wrong, to one side. */
    public double each() {
        return total / (tests * (double) looks);
    }
}
