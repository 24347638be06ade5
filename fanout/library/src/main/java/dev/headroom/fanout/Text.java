package dev.headroom.fanout;

import java.time.Duration;
import java.util.Locale;

/** Durations as people read them, in messages. */
final class Text {
    private Text() {}

    static String of(Duration duration) {
        return ofNanos(duration.toNanos());
    }

    static String ofNanos(long nanos) {
        if (nanos < 1_000_000) {
            return nanos / 1_000 + " µs";
        }
        if (nanos < 10_000_000_000L) {
            return nanos / 1_000_000 + " ms";
        }
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
