package dev.headroom.report.text;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.text.Numbers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * What {@link Numbers} writes, as it is set on a page: number and unit are joined by a no-break space, a minus is a minus,
 * and what is not known is a dash.
 */
public final class Format {

    /** Stands where there is no figure. */
    public static final String NONE = "–";

    /** Before a figure of which only that much is known. */
    public static final String AT_LEAST = "≥\u00a0";

    private static final int ERROR_DIGITS = 2;
    private static final int RATIO_DIGITS = 2;
    private static final char NBSP = '\u00a0';
    private static final String[] BYTES = {"B", "KB", "MB", "GB", "TB"};
    private static final long SECONDS_PER_MINUTE = 60;

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private Format() {}

    /** In UTC: a report is read in other places than it was made. */
    public static String moment(Instant instant) {
        return MOMENT.format(instant);
    }

    /** {@code 0.42 ms}, {@code 331 ms}, {@code 1.62 s}, {@code 27.3 s}, {@code 12 min 5 s}. */
    public static String time(Duration duration) {
        return seconds(Times.seconds(duration));
    }

    /** {@code 331 ms}, or {@code ≥ 30 s} where it would have taken longer. */
    public static String time(Latency.Time time) {
        return (time.atLeast() ? AT_LEAST : "") + time(time.value());
    }

    /** The same for fractional seconds, as formulas have them. */
    public static String seconds(double seconds) {
        return set(seconds, Numbers.time(seconds));
    }

    /** In a column of which some are seconds all are: {@code 0.331 s}. */
    public static String seconds(double seconds, boolean always) {
        return always ? set(seconds, Numbers.of(seconds) + " s") : seconds(seconds);
    }

    /** How long a whole experiment took: {@code 42 s}, {@code 7 min 17 s}. */
    public static String elapsed(Duration duration) {
        long seconds = Math.round(Times.seconds(duration));
        return set(seconds, seconds < 2 * SECONDS_PER_MINUTE ? seconds + " s" : Numbers.minutes(seconds));
    }

    /** {@code 10.6/s}, {@code 3047/s}. */
    public static String rate(Rate rate) {
        return perSecond(rate.perSecond());
    }

    public static String perSecond(double value) {
        return set(value, Numbers.rate(value));
    }

    /** {@code 1024}, {@code 27,289}. */
    public static String count(long count) {
        return set(count, Numbers.whole(count));
    }

    /** A count that is a mean: {@code 7}, {@code 6.9}, {@code 165}. */
    public static String workers(double mean) {
        return set(mean, Numbers.count(mean));
    }

    /** {@code share} from 0 to 1 as {@code 99.7 %}; never rounds a little away to none, or nearly all to all. */
    public static String share(double share) {
        return set(share, Numbers.percent(share));
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
        return set(ratio, Numbers.of(ratio, RATIO_DIGITS)) + "×";
    }

    /** In the unit given, with the error where it is known: {@code ± 0.4 ms}, {@code exact}. */
    public static String error(Measure measure, String unit) {
        if (Double.isNaN(measure.error())) {
            return "unknown";
        }
        double error = measure.error();
        return error == 0
                ? "exact"
                : "±" + NBSP + value(error, unit, Numbers.time(error, ERROR_DIGITS), Numbers.of(error, ERROR_DIGITS));
    }

    /** A value in {@code s}, {@code 1/s}, or any other unit, which then follows the number. */
    public static String value(double value, String unit) {
        return value(value, unit, Numbers.time(value), Numbers.of(value));
    }

    private static String value(double value, String unit, String asTime, String asNumber) {
        return set(
                value,
                switch (unit) {
                    case "s" -> asTime;
                    case "1/s", "/s" -> asNumber + "/s";
                    case "", "1" -> asNumber;
                    default -> asNumber + " " + unit;
                });
    }

    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < BYTES.length - 1) {
            value /= 1024;
            unit++;
        }
        return digits(value) + NBSP + BYTES[unit];
    }

    /** A number for a style sheet: a point, and no more decimals than a screen shows. */
    public static String css(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** Three digits that matter: {@code 0.0123}, {@code 1.62}, {@code 27.3}, {@code 3047}. */
    public static String digits(double value) {
        return set(value, Numbers.of(value));
    }

    private static String set(double value, String text) {
        return Double.isFinite(value) ? text.replace('-', '−').replace(' ', NBSP) : NONE;
    }
}
