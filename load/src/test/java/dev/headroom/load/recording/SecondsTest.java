package dev.headroom.load.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.result.LoadResult.Second;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SecondsTest {

    private static final long MILLI = 1_000_000;

    @Test
    void aRequestIsInFlightInTheSecondsBetweenItsDueTimeAndItsEnd() {
        Seconds seconds = new Seconds(0);
        seconds.due(500 * MILLI);
        seconds.started(1_100 * MILLI);
        seconds.succeeded(3_500 * MILLI, 3_000 * MILLI);

        assertThat(seconds.all())
                .containsExactly(
                        second(0, 0, 0, 1, 0.5, 0),
                        second(1, 1, 0, 1, 1, 0),
                        second(2, 0, 0, 1, 1, 0),
                        second(3, 0, 1, 0, 0.5, 3000));
    }

    @Test
    void secondsThatAreOverCanBeAskedForWhileTheLoadGoesOn() {
        Seconds seconds = new Seconds(0);
        seconds.due(500 * MILLI);
        seconds.due(625 * MILLI);
        seconds.started(500 * MILLI);
        seconds.started(625 * MILLI);
        seconds.succeeded(875 * MILLI, 375 * MILLI);
        seconds.succeeded(1_125 * MILLI, 500 * MILLI);

        assertThat(seconds.over(1_300 * MILLI)).containsExactly(second(0, 2, 1, 1, 0.75, 375));
        assertThat(seconds.all()).containsExactly(second(0, 2, 1, 1, 0.75, 375), second(1, 0, 1, 0, 0.125, 500));
    }

    private static Second second(int second, long started, long ended, long inFlight, double mean, double millis) {
        return new Second(second, started, ended, 0, inFlight, OptionalDouble.of(mean), millis, millis, millis, millis);
    }

    /** 100 users who send at half seconds, and are answered at whole ones: no look at the end of a second meets any. */
    @Test
    void whoMovesWithTheClockIsCountedMeanwhile() {
        Seconds seconds = new Seconds(0);
        for (int second = 0; second < 3; second++) {
            for (int user = 0; user < 100; user++) {
                seconds.due((1_000 * second + 500) * MILLI);
                seconds.started((1_000 * second + 500) * MILLI);
            }
            for (int user = 0; user < 100; user++) {
                seconds.succeeded((1_000 * second + 999) * MILLI, 499 * MILLI);
            }
        }
        assertThat(seconds.all())
                .hasSize(3)
                .allSatisfy(second -> assertThat(second.inFlight()).isZero())
                .allSatisfy(second -> assertThat(second.usuallyInFlight()).isCloseTo(49.9, within(1e-6)));
    }

    @Test
    void anyCourseOfEventsAddsUp() {
        for (int seed = 0; seed < 15; seed++) {
            Random random = new Random(seed);
            Seconds seconds = new Seconds(1_000);
            TreeMap<Long, Long> ends = new TreeMap<>();
            int requests = 1 + random.nextInt(500);
            for (int i = 0; i < requests; i++) {
                long due = 1_000 + (long) (random.nextDouble() * 200_000 * MILLI);
                long begun = due + (long) (random.nextDouble() * 2_000 * MILLI);
                seconds.due(due);
                seconds.started(begun);
                ends.put(begun + (long) (random.nextDouble() * 5_000 * MILLI), due);
            }
            long waited = ends.entrySet().stream()
                    .mapToLong(one -> one.getKey() - one.getValue())
                    .sum();
            ends.forEach((end, due) -> {
                if (random.nextInt(5) == 0) {
                    seconds.failed(end);
                } else {
                    seconds.succeeded(end, end - due);
                }
            });
            List<Second> all = seconds.all();

            assertThat(all.stream().mapToLong(Second::started).sum()).isEqualTo(requests);
            assertThat(all.stream()
                            .mapToLong(second -> second.succeeded() + second.failed())
                            .sum())
                    .isEqualTo(requests);
            assertThat(all.getLast().inFlight()).isZero();
            assertThat(all.stream().mapToDouble(Second::usuallyInFlight).sum())
                    .as("s of all requests together")
                    .isCloseTo(waited / 1e9, within(1e-6));
            assertThat(all).allSatisfy(second -> {
                assertThat(second.inFlight()).isNotNegative();
                assertThat(second.p50Millis()).isLessThanOrEqualTo(second.p95Millis());
                assertThat(second.p95Millis()).isLessThanOrEqualTo(second.maxMillis());
            });
            for (int i = 0; i < all.size(); i++) {
                assertThat(all.get(i).second()).isEqualTo(i);
            }
        }
    }
}
