package dev.headroom.lab.experiment;

import dev.headroom.core.model.Rate;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Values with their units as an experiment file writes them. Where nothing else is said the schema has checked their form before. */
public final class Units {

    private static final BigDecimal NANOS_PER_MILLI = BigDecimal.valueOf(1_000_000);
    private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);
    private static final BigDecimal NANOS_PER_MINUTE = BigDecimal.valueOf(60_000_000_000L);
    private static final double PERCENT = 100;

    private Units() {}

    private static final Pattern DURATION = Pattern.compile("\\d+(\\.\\d+)?(ms|s|m)");
    private static final Pattern RATE = Pattern.compile("\\d+(\\.\\d+)?/s");

    /** {@code 30s}, as somebody typed it; empty for anything that is no time above zero. */
    public static Optional<Duration> durationOf(String typed) {
        return DURATION.matcher(typed).matches()
                ? Optional.of(duration(typed)).filter(Duration::isPositive)
                : Optional.empty();
    }

    /** {@code 50/s}, as somebody typed it; empty for anything that is no rate above zero. */
    public static Optional<Rate> rateOf(String typed) {
        return RATE.matcher(typed).matches()
                ? Optional.of(rate(typed)).filter(rate -> rate.perSecond() > 0)
                : Optional.empty();
    }

    /** {@code 330ms}, {@code 60s}, {@code 2m}. */
    static Duration duration(String text) {
        int end = numberEnd(text);
        BigDecimal unit = switch (text.substring(end)) {
            case "ms" -> NANOS_PER_MILLI;
            case "s" -> NANOS_PER_SECOND;
            case "m" -> NANOS_PER_MINUTE;
            default -> throw new IllegalArgumentException("no duration: " + text);
        };
        return Duration.ofNanos(
                new BigDecimal(text.substring(0, end)).multiply(unit).longValue());
    }

    /** {@code 20/s}. */
    static Rate rate(String text) {
        int end = numberEnd(text);
        if (!text.substring(end).equals("/s")) {
            throw new IllegalArgumentException("no rate: " + text);
        }
        return Rate.perSecond(Double.parseDouble(text.substring(0, end)));
    }

    /** {@code 29%} as 0.29. */
    static double share(String text) {
        int end = numberEnd(text);
        if (!text.substring(end).equals("%")) {
            throw new IllegalArgumentException("no share: " + text);
        }
        return Double.parseDouble(text.substring(0, end)) / PERCENT;
    }

    private static int numberEnd(String text) {
        int end = 0;
        while (end < text.length() && (Character.isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
            end++;
        }
        return end;
    }
}
