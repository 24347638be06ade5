package dev.headroom.core.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers with the digits that matter: three of them, more only left of the point. */
public final class Numbers {

    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    /** A number this near to a whole one, relative, is written as the whole one. */
    private static final double WHOLE = 0.005;

    private Numbers() {}

    /** 10.59 is "10.6", 27289.4 "27289", 0.3305 "0.331", 2.003 "2". */
    public static String of(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "unknown" : "unbounded";
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        BigDecimal whole = exact.setScale(0, RoundingMode.HALF_UP);
        boolean nearlyWhole = Math.abs(value) >= 1 && Math.abs(value - whole.doubleValue()) <= WHOLE * Math.abs(value);
        if (Math.abs(value) >= 100 || (nearlyWhole && Math.abs(value) < 10)) {
            return whole.toPlainString();
        }
        BigDecimal rounded = exact.round(THREE_DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** "0.331 s", "4.2 ms". */
    public static String seconds(double value) {
        return Math.abs(value) < 0.01 && value != 0 ? of(value * 1e3) + " ms" : of(value) + " s";
    }

    /** "10.6/s". */
    public static String rate(double perSecond) {
        return of(perSecond) + "/s";
    }

    /** 0.0331 is "3 %", 0.004 "0.4 %". */
    public static String percent(double share) {
        double percent = share * 100;
        return (Math.abs(percent) >= 1 ? of(Math.round(percent)) : of(percent)) + " %";
    }

    /** A count that is a mean: "200", "6.6". */
    public static String count(double value) {
        return Math.abs(value) >= 20 ? of(Math.round(value)) : of(value);
    }
}
