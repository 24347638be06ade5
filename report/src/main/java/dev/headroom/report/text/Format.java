package dev.headroom.report.text;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.Locale;

/**
 * Numbers as a reader wants them: three digits that matter, and always the unit. Page, Markdown and terminal all write
 * their numbers here, so that one figure looks the same wherever it stands. Number and unit are joined by a no-break
 * space.
 */
public final class Format {

    /** Stands where there is no figure. */
    public static final String NONE = "–";

    private static final int DIGITS = 3;
    private static final int ERROR_DIGITS = 2;
    private static final char NBSP = '\u00a0';
    private static final String[] BYTES = {"B", "KB", "MB", "GB", "TB"};
    private static final long SECONDS_PER_MINUTE = 60;
    /** From here on nobody reads seconds any more. */
    private static final double MINUTES_FROM = 600;

    private Format() {}

    /** {@code 0.42 ms}, {@code 331 ms}, {@code 1.62 s}, {@code 27.3 s}, {@code 12 min 5 s}. */
    public static String time(Duration duration) {
        return seconds(Times.seconds(duration));
    }

    /** The same for fractional seconds, as formulas have them. */
    public static String seconds(double seconds) {
        return seconds(seconds, DIGITS);
    }

    private static String seconds(double seconds, int significant) {
        if (!Double.isFinite(seconds)) {
            return NONE;
        }
        double size = Math.abs(seconds);
        if (size == 0) {
            return "0" + NBSP + "ms";
        }
        if (size < 0.9995) {
            return digits(seconds * 1e3, significant) + NBSP + "ms";
        }
        if (size < MINUTES_FROM) {
            return digits(seconds, significant) + NBSP + "s";
        }
        return (seconds < 0 ? "−" : "") + minutes(Math.round(size));
    }

    /** How long a whole experiment took: {@code 42 s}, {@code 7 min 17 s}. */
    public static String elapsed(Duration duration) {
        long seconds = Math.round(Times.seconds(duration));
        return seconds < 2 * SECONDS_PER_MINUTE ? seconds + "" + NBSP + "s" : minutes(seconds);
    }

    private static String minutes(long seconds) {
        return seconds / SECONDS_PER_MINUTE + "" + NBSP + "min" + NBSP + seconds % SECONDS_PER_MINUTE + NBSP + "s";
    }

    /** A time span that was set rather than measured: {@code 60 s}, {@code 1.5 s}, {@code 330 ms}. */
    public static String span(Duration duration) {
        double seconds = Times.seconds(duration);
        if (seconds >= 1 && seconds < MINUTES_FROM && seconds == Math.rint(seconds)) {
            return (long) seconds + "" + NBSP + "s";
        }
        return time(duration);
    }

    /** {@code 10.6/s}, {@code 3,047/s}. */
    public static String rate(Rate rate) {
        return perSecond(rate.perSecond());
    }

    public static String perSecond(double value) {
        return Double.isFinite(value) ? digits(value) + "/s" : NONE;
    }

    /** A rate that was set rather than measured: {@code 20/s}, not {@code 20.0/s}. */
    public static String offered(Rate rate) {
        double value = rate.perSecond();
        return value == Math.rint(value) ? count((long) value) + "/s" : perSecond(value);
    }

    /** {@code 1,200}. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A whole number plainly, another with one decimal: {@code 7}, {@code 6.9}. */
    public static String workers(double mean) {
        double tenths = Math.rint(mean * 10) / 10;
        return tenths == Math.rint(tenths) ? count(Math.round(tenths)) : String.format(Locale.ROOT, "%,.1f", tenths);
    }

    /** {@code share} from 0 to 1 as {@code 99.7 %}; never rounds a little away to none, or nearly all to all. */
    public static String share(double share) {
        if (!Double.isFinite(share)) {
            return NONE;
        }
        double percent = share * 100;
        if (percent > 0 && percent < 0.1) {
            return "< 0.1".replace(' ', NBSP) + NBSP + "%";
        }
        if (percent >= 99.95 && percent < 100) {
            return "> 99.9".replace(' ', NBSP) + NBSP + "%";
        }
        boolean whole = percent == Math.rint(percent);
        return String.format(Locale.ROOT, whole ? "%.0f" : "%.1f", percent) + NBSP + "%";
    }

    /** How {@code value} stands to {@code base}: {@code +1.2 %}, {@code −37 %}, from twice or half on {@code 3.4×}. */
    public static String difference(double value, double base) {
        if (!(base > 0) || !(value > 0) || !Double.isFinite(value / base)) {
            return "";
        }
        double ratio = value / base;
        if (ratio >= 2 || ratio <= 0.5) {
            return times(ratio);
        }
        double percent = (ratio - 1) * 100;
        if (Math.abs(percent) < 0.05) {
            return "±0" + NBSP + "%";
        }
        String size = String.format(Locale.ROOT, Math.abs(percent) < 9.95 ? "%.1f" : "%.0f", Math.abs(percent));
        return (percent < 0 ? "−" : "+") + size + NBSP + "%";
    }

    /** {@code 82×}, {@code 0.012×}. */
    public static String times(double ratio) {
        return digits(ratio, 2) + "×";
    }

    /** A plain ratio near one: {@code 0.998}. */
    public static String ratio(double ratio) {
        return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.3f", ratio) : NONE;
    }

    /** In the unit given, with the error where it is known: {@code ± 0.4 ms}, {@code exact}. */
    public static String error(Measure measure, String unit) {
        if (Double.isNaN(measure.error())) {
            return "unknown";
        }
        return measure.error() == 0 ? "exact" : "±" + NBSP + value(measure.error(), unit, ERROR_DIGITS);
    }

    /** A value in {@code s}, {@code 1/s}, or any other unit, which then follows the number. */
    public static String value(double value, String unit) {
        return value(value, unit, DIGITS);
    }

    private static String value(double value, String unit, int significant) {
        return switch (unit) {
            case "s" -> seconds(value, significant);
            case "ms" -> seconds(value / 1e3, significant);
            case "1/s", "/s" -> digits(value, significant) + "/s";
            case "", "1" -> digits(value, significant);
            default -> digits(value, significant) + NBSP + unit;
        };
    }

    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < BYTES.length - 1) {
            value /= 1024;
            unit++;
        }
        return digits(value, 2) + NBSP + BYTES[unit];
    }

    /** A number for a style sheet: a point, and no more decimals than a screen shows. */
    public static String css(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** Three digits that matter, thousands grouped: {@code 0.0123}, {@code 1.62}, {@code 27.3}, {@code 3,047}. */
    public static String digits(double value) {
        return digits(value, DIGITS);
    }

    private static String digits(double value, int significant) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        int before = (int) Math.floor(Math.log10(size)) + 1;
        int decimals = Math.clamp(significant - before, 0, 6);
        // 9.996 rounds up into another digit: ask again what it has become
        double rounded = Math.round(size * Math.pow(10, decimals)) / Math.pow(10, decimals);
        if (rounded > 0 && (int) Math.floor(Math.log10(rounded)) + 1 > before) {
            decimals = Math.clamp(significant - before - 1, 0, 6);
        }
        String text = String.format(Locale.ROOT, "%,." + decimals + "f", size);
        if (significant < DIGITS && text.contains(".")) {
            text = text.replaceAll("0+$", "").replaceAll("\\.$", "");
        }
        return (value < 0 ? "−" : "") + text;
    }
}
