package dev.headroom.cases.downstream;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** How long the next answer takes, and whether it fails: one draw for each delayed request, in order of arrival. */
final class Fate {
    private final Chance jitter;
    private final Chance error;
    private final long jitterNanos;
    private final double errorRate;
    private final AtomicLong drawn = new AtomicLong();

    Fate(Settings settings) {
        Chance chance = new Chance(settings.seed());
        this.jitter = chance.series(1);
        this.error = chance.series(2);
        this.jitterNanos = settings.jitter().toNanos();
        this.errorRate = settings.errorRate();
    }

    Draw next(Duration delay) {
        long n = drawn.getAndIncrement();
        long shift = Math.round((2 * jitter.uniform(n) - 1) * jitterNanos);
        return new Draw(Duration.ofNanos(Math.max(0, delay.toNanos() + shift)), error.uniform(n) < errorRate);
    }

    record Draw(Duration delay, boolean fails) {}
}
