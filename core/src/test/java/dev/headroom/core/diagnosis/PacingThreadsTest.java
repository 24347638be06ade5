package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** 40 clients of somebody else's get 3 answers every 70 ms, 42.9/s; no place was seen where they wait. The kernel counts 1.2 times as many waits of threads as there are. */
class PacingThreadsTest {

    private static final double SECONDS = 20;
    private static final double ANSWERS = 3 / 0.07;

    private static Diagnosis found(int threads, Seen.PoolBuilder... pools) {
        List<Double> departures = IntStream.range(0, (int) (SECONDS / 0.07) * 3)
                .mapToObj(answer -> answer / 3 * 0.07 + 0.0004 * (answer % 3))
                .toList();
        Seen seen = Seen.during(SECONDS).listener(40, 0, 0, 100, 0);
        Arrays.stream(pools).forEach(seen::pool);
        int[] looks = IntStream.range(0, 20).map(look -> threads).toArray();
        seen.looks("turner", looks).looks("packer", looks);
        return Measured.observed(seen, Counts.byKernel(ANSWERS, 40, departures));
    }

    private static Seen.PoolBuilder asleep(String name, int threads, double waits) {
        return pool(name, StationKind.OTHER)
                .maximum(threads)
                .active(threads)
                .saturated(1)
                .queueUnseen()
                .waitsBegun(waits * ANSWERS * SECONDS)
                .doing(Activity.SLEEPING, threads, "shop.Front.remote:52");
    }

    @Test
    void asManyThreadsAsAnswersThatComeTogetherServeThem() {
        Diagnosis found = found(3, asleep("turner", 3, 1.2));

        assertThat(found.bindingLimit())
                .as(found.summary())
                .hasValueSatisfying(limit -> assertThat(limit.kind()).isEqualTo(LimitKind.WORKER_POOL))
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("turner"));
        assertThat(found.capacity()).hasValue(3);
        assertThat(found.summary()).contains("as many threads of turner are at work in every look");
    }

    @Test
    void threadsOfAnotherNumberDoNot() {
        assertThat(found(4, asleep("turner", 4, 1.2)).bindingLimit().map(Limit::pool))
                .isNotEqualTo(Optional.of("turner"));
    }

    @Test
    void whoBeginsFewerWaitsThanThereAreAnswersDoesNot() {
        assertThat(found(3, asleep("turner", 3, 0.7)).bindingLimit().map(Limit::pool))
                .isNotEqualTo(Optional.of("turner"));
    }

    @Test
    void ofTwoPoolsNeitherIsNamed() {
        assertThat(found(3, asleep("turner", 3, 1.2), asleep("packer", 3, 1.2))
                        .bindingLimit()
                        .map(Limit::pool))
                .isNotEqualTo(Optional.of("turner"))
                .isNotEqualTo(Optional.of("packer"));
    }
}
