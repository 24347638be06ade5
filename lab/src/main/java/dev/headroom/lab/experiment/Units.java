package dev.headroom.lab.experiment;

import dev.headroom.core.model.Rate;
import java.math.BigDecimal;
import java.time.Duration;

/** Values with their units as an experiment file writes them; the schema has checked their form before. */
final class Units {

    private static final BigDecimal NANOS_PER_MILLI = BigDecimal.valueOf(1_000_000);
    private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);
    private static final BigDecimal NANOS_PER_MINUTE = BigDecimal.valueOf(60_000_000_000L);
    private static final double PERCENT = 100;

    private Units() {}

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
