package dev.headroom.harness.truth;

/**
 * An elasticity, with the interval of 95 % in which it lies; a law gives no more than one value.
 *
 * @param value d ln X / d ln m
 */
public record Estimate(double value, double low, double high) {

    /** From which on a limit is said to bind, and a load to be met. */
    public static final double BINDS = 0.8;

    public static final Estimate ZERO = exactly(0);

    public static Estimate exactly(double value) {
        return new Estimate(value, value, value);
    }

    /** @param factor by which the capacity was raised */
    static Estimate ofLaw(double before, double after, double factor) {
        return exactly(Math.log(after / before) / Math.log(factor));
    }

    public boolean binds() {
        return value >= BINDS;
    }

    /** Whether the interval says so, or says otherwise. */
    public boolean decided() {
        return low >= BINDS || high < BINDS;
    }
}
