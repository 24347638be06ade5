package dev.headroom.cli.generated;

/**
 * An elasticity, with the interval of 95 % in which it lies; a law gives no more than one value.
 *
 * @param value d ln X / d ln m
 */
record Estimate(double value, double low, double high) {

    /** From which on a limit is said to bind, and a load to be met. */
    static final double BINDS = 0.8;

    static final Estimate ZERO = exactly(0);

    static Estimate exactly(double value) {
        return new Estimate(value, value, value);
    }

    /** @param factor by which the capacity was raised */
    static Estimate ofLaw(double before, double after, double factor) {
        return exactly(Math.log(after / before) / Math.log(factor));
    }

    boolean binds() {
        return value >= BINDS;
    }

    /** Whether the interval says so, or says otherwise. */
    boolean decided() {
        return low >= BINDS || high < BINDS;
    }
}
