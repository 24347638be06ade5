package dev.headroom.core.rules;

import static dev.headroom.core.testing.Measured.limit;
import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** 60 users get 20 responses/s, 3 s each; one user's takes 0.3 s, 0.1 s of it on one of four loops. Two loops at work in every look are the limit, if anything agrees. */
class HiddenQueueTest {

    private static final Load.Closed LOAD = Counts.closed(60, 0, new Until.Iterations(10));
    private static final double ALONE = 0.3;

    private static Seen.PoolBuilder loops(String name, double busy) {
        return pool(name, StationKind.EVENT_LOOPS, 4)
                .active(busy)
                .doing(Activity.SLEEPING, busy, "shop.Orders.price:7");
    }

    private static int[] always(int active) {
        int[] looks = new int[100];
        Arrays.fill(looks, active);
        return looks;
    }

    private static Seen loaded(int... active) {
        return Seen.during(50)
                .pool(tomcat(200).active(0.2).completed(1000))
                .pool(loops("loops", Arrays.stream(active).average().orElse(0)))
                .looks("loops", active);
    }

    /** @param seconds that a request takes of the loops */
    private static Seen alone(double seconds) {
        return Seen.during(10).pool(tomcat(200).active(0.1).completed(33)).pool(loops("loops", seconds / ALONE));
    }

    private static Diagnosis diagnosis(Seen loaded, Seen alone) {
        return Measured.run(LOAD, 20, 3, 50, loaded).alone(ALONE, alone).diagnosis();
    }

    @Test
    void theLoopsThatAreAlwaysAtWorkAreTheLimitWhereTheyGiveWhatOneUserSaysTheyGive() {
        Diagnosis diagnosis = diagnosis(loaded(always(2)), alone(0.1));

        assertThat(diagnosis.bindingLimit()).as(diagnosis.summary()).contains(limit(LimitKind.EVENT_LOOPS, "loops", 2));
        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
        assertThat(diagnosis.summary()).contains("2 of 4", "20 requests/s");
    }

    private static void isNotNamed(Diagnosis diagnosis) {
        assertThat(diagnosis.bindingLimit().map(limit -> limit.kind()).filter(LimitKind.EVENT_LOOPS::equals))
                .as(diagnosis.summary())
                .isEmpty();
    }

    @Test
    void whoGivesMoreThanIsSeenWaitsForSomethingElse() {
        isNotNamed(diagnosis(loaded(always(2)), alone(0.08)));
    }

    @Test
    void whoseNumberVariesIsNotAtItsCapacity() {
        int[] looks = always(2);
        for (int i = 0; i < looks.length; i += 2) {
            looks[i] = i % 4 == 0 ? 1 : 3;
        }
        isNotNamed(diagnosis(loaded(looks), alone(0.1)));
    }

    @Test
    void ofTwoGroupsNeitherIsNamed() {
        Seen loaded = loaded(always(2)).pool(loops("others", 2)).looks("others", always(2));
        isNotNamed(diagnosis(loaded, alone(0.1).pool(loops("others", 0.1 / ALONE))));
    }

    @Test
    void aThreadOfTheBackgroundIsAlwaysAtWorkWithOneUserAsWell() {
        isNotNamed(diagnosis(loaded(always(2)), alone(2 * ALONE)));
    }
}
