package dev.headroom.report.view.variant;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants for readers, in UTC: a report is read in other places than it was made. */
public final class Moments {

    private static final DateTimeFormatter TEXT = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private Moments() {}

    public static String text(Instant instant) {
        return TEXT.format(instant);
    }
}
