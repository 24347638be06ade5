package dev.headroom.load.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.result.LoadResult.Second;
import java.util.List;
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
                        new Second(0, 0, 0, 0, 1, 0, 0, 0, 0),
                        new Second(1, 1, 0, 0, 1, 0, 0, 0, 0),
                        new Second(2, 0, 0, 0, 1, 0, 0, 0, 0),
                        new Second(3, 0, 1, 0, 0, 3000, 3000, 3000, 3000));
    }

    @Test
    void secondsThatAreOverCanBeAskedForWhileTheLoadGoesOn() {
        Seconds seconds = new Seconds(0);
        seconds.due(500 * MILLI);
        seconds.due(600 * MILLI);
        seconds.started(500 * MILLI);
        seconds.started(600 * MILLI);
        seconds.succeeded(900 * MILLI, 400 * MILLI);
        seconds.succeeded(1_200 * MILLI, 600 * MILLI);

        assertThat(seconds.over(1_300 * MILLI)).containsExactly(new Second(0, 2, 1, 0, 1, 400, 400, 400, 400));
        assertThat(seconds.all())
                .containsExactly(
                        new Second(0, 2, 1, 0, 1, 400, 400, 400, 400), new Second(1, 0, 1, 0, 0, 600, 600, 600, 600));
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
