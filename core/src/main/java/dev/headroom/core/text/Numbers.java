package dev.headroom.core.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Numbers with the digits that matter: three of them, more only left of the point, and no zeros that say nothing. Every
 * number that Headroom shows, in a sentence, a table or a live view, gets its digits here, so that one figure reads the same
 * wherever it stands.
 */
public final class Numbers {

    private static final int DIGITS = 3;

    /** Four digits are read at a glance; five and more are not. */
    private static final double GROUPED_FROM = 10_000;

    private static final double SECONDS_PER_MINUTE = 60;

    /** From here on nobody reads seconds any more. */
    private static final double MINUTES_FROM = 600;

    private Numbers() {}

    /** 10.59 is "10.6", 27289.4 "27,289", 0.3305 "0.331", 2.003 "2", 4.98 "4.98". */
    public static String of(double value) {
        return of(value, DIGITS);
    }

    /** The same with another number of digits that matter. */
    public static String of(double value, int digits) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "unknown" : "unbounded";
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        BigDecimal whole = exact.setScale(0, RoundingMode.HALF_UP);
        boolean noRoomForAFraction = whole.abs().precision() >= digits && whole.signum() != 0;
        BigDecimal rounded = noRoomForAFraction ? whole : exact.round(new MathContext(digits, RoundingMode.HALF_UP));
        if (rounded.signum() == 0) {
            return "0";
        }
        return Math.abs(rounded.doubleValue()) >= GROUPED_FROM
                ? String.format(Locale.ROOT, "%,d", rounded.longValue())
                : rounded.stripTrailingZeros().toPlainString();
    }

    /** 1024 is "1024", 27289 "27,289". */
    public static String whole(long count) {
        return Math.abs(count) >= GROUPED_FROM ? String.format(Locale.ROOT, "%,d", count) : Long.toString(count);
    }

    /** As formulas want them, in one unit as far as it goes: "0.331 s", "4.2 ms". */
    public static String seconds(double value) {
        return Math.abs(value) < 0.1 && value != 0 ? of(value * 1e3) + " ms" : of(value) + " s";
    }

    /** As a reader wants a time: "0.42 ms", "331 ms", "1.62 s", "12 min 5 s". */
    public static String time(double seconds) {
        return time(seconds, DIGITS);
    }

    /** The same with another number of digits that matter. */
    public static String time(double seconds, int digits) {
        double size = Math.abs(seconds);
        if (size < 0.9995) {
            return of(seconds * 1e3, digits) + " ms";
        }
        if (!(size >= MINUTES_FROM) || !Double.isFinite(size)) {
            return of(seconds, digits) + " s";
        }
        return (seconds < 0 ? "-" : "") + minutes(Math.round(size));
    }

    /** "7 min 17 s". */
    public static String minutes(long seconds) {
        long perMinute = (long) SECONDS_PER_MINUTE;
        return seconds / perMinute + " min " + seconds % perMinute + " s";
    }

    /** "10.6/s". */
    public static String rate(double perSecond) {
        return of(perSecond) + "/s";
    }

    /** 0.0331 is "3.3 %", 0.98 "98 %"; a little is never rounded away to none, nor nearly all to all. */
    public static String percent(double share) {
        double percent = share * 100;
        if (!Double.isFinite(percent)) {
            return of(percent);
        }
        if (percent > 0 && percent < 0.1) {
            return "< 0.1 %";
        }
        if (percent >= 99.95 && percent < 100) {
            return "> 99.9 %";
        }
        BigDecimal tenths = BigDecimal.valueOf(percent).setScale(1, RoundingMode.HALF_UP);
        return (tenths.signum() == 0 ? "0" : tenths.stripTrailingZeros().toPlainString()) + " %";
    }

    /** A count that is a mean: "200", "165", "6.61". */
    public static String count(double value) {
        return Math.abs(value) >= 20 ? of(Math.rint(value)) : of(value);
    }

    /** "1 request waits", "24 requests wait". */
    public static String waiting(double requests) {
        String count = count(requests);
        return count + (count.equals("1") ? " request waits" : " requests wait");
    }

    /** "95 B", "1.2 kB", "3.4 MB". */
    public static String bytes(double size) {
        return size < 1e3 ? of(size) + " B" : size < 1e6 ? of(size / 1e3) + " kB" : of(size / 1e6) + " MB";
    }
}
