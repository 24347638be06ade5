package dev.headroom.cases.downstream;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code 330ms}, {@code 1.5s}, {@code 250us}, {@code 2m}. */
final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(us|ms|s|m)");

    private Durations() {}

    static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "', expected a duration such as 330ms or 1.5s");
        }
        long unit = switch (matcher.group(2)) {
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            default -> 60_000_000_000L;
        };
        return Duration.ofNanos(new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(unit))
                .longValue());
    }
}
