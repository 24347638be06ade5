package dev.headroom.core.model;

/**
 * A measured number with its error and where it came from.
 *
 * @param value in the unit that the field which holds this states
 * @param error half the width of the 95 % confidence interval, same unit; 0 where exact, NaN where unknown
 * @param source how it was measured, in words for the reader: "jdk.SocketRead, 412 reads"
 */
public record Measure(double value, double error, String source) {

    /** Of the interval that an error gives. */
    public static final double CONFIDENCE = 0.95;

    public static Measure exact(double value, String source) {
        return new Measure(value, 0, source);
    }

    /** Of which nobody knows the error. */
    public static Measure of(double value, String source) {
        return new Measure(value, Double.NaN, source);
    }

    /** So many times as much, by the same source. */
    public Measure times(double factor) {
        return new Measure(value * factor, error * factor, source);
    }

    /** The error as far as it is known: 0 where it is not. */
    public double knownError() {
        return Double.isFinite(error) ? error : 0;
    }
}
