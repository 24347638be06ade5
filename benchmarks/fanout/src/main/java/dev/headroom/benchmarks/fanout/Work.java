package dev.headroom.benchmarks.fanout;

import java.time.Duration;

/**
 * What each part does: nothing, or wait as for a downstream. The answer is a cached box, so that no allocation counted is the work's own.
 *
 * @param delay zero: none
 */
public record Work(Duration delay) {
    /** Longer than any part takes: a deadline that is armed each time and never met. */
    public static final Duration DEADLINE = Duration.ofSeconds(10);

    private static final Integer ONE = 1;

    public Integer answer() throws InterruptedException {
        if (!delay.isZero()) {
            Thread.sleep(delay);
        }
        return ONE;
    }

    /** For peers whose parts may not throw. */
    public Integer answerUnchecked() {
        try {
            return answer();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
