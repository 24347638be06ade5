package dev.headroom.fanout.spring.web;

import java.time.Duration;

/** The header {@code Retry-After} (RFC 9110, 10.2.3): whole seconds, so at least one. */
final class RetryAfter {
    private RetryAfter() {}

    static String seconds(Duration duration) {
        return Long.toString(Math.max(1, duration.plusMillis(999).toSeconds()));
    }
}
