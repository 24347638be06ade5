package dev.headroom.load.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LastAnswersTest {

    private static final long ZERO = Long.MAX_VALUE - 5; // nanoTime may overflow

    private final LastAnswers departures = new LastAnswers(ZERO);

    @Test
    void inTenthsOfAMillisecondAsTheyCame() {
        departures.add(ZERO + TimeUnit.MILLISECONDS.toNanos(3));
        departures.add(ZERO + TimeUnit.MICROSECONDS.toNanos(4_250));

        assertThat(departures.all()).containsExactly(30, 42);
    }

    @Test
    void theLastThousands() {
        for (int i = 0; i < 10_000; i++) {
            departures.add(ZERO + TimeUnit.MILLISECONDS.toNanos(i));
        }

        assertThat(departures.all())
                .hasSize(4096)
                .startsWith(59_040)
                .endsWith(99_990)
                .isSorted();
    }
}
