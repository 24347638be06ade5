package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.PoolKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

/** What virtual threads queue for, since no pool holds them back. */
class ContentionTest {

    private static final Load.Closed LOAD = Counts.closed(100, 0, new Load.Until.Iterations(10));

    private static Diagnosis diagnosed(Activity activity, String target, double waiting, double throughput) {
        Seen seen = Seen.during(50)
                .pool(pool("virtual-threads", PoolKind.VIRTUAL_THREADS)
                        .active(100)
                        .waits(activity, target, waiting)
                        .waitsForDownstream(100 - waiting));
        return Doctor.diagnose(LOAD, Counts.of(LOAD, throughput, 100 / throughput, 50), seen.observation());
    }

    @Test
    void aConnectionPoolForWhichMostThreadsWaitBinds() {
        Diagnosis diagnosis = diagnosed(Activity.AWAITING_CONNECTION, "Hikari connection pool", 90, 20);
        assertThat(diagnosis.bindingLimit().orElseThrow().kind()).isEqualTo(LimitKind.CONNECTION_POOL);
        assertThat(diagnosis.bindingLimit().orElseThrow().workers()).hasValue(10);
        assertThat(diagnosis.holdingTime().orElseThrow().value()).isCloseTo(0.5, within(0.01));
        assertThat(diagnosis.remedy().orElseThrow().value()).hasValue(100);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void aSemaphoreForWhichMostThreadsWaitBinds() {
        assertThat(diagnosed(Activity.AWAITING_LOCK, "semaphore", 90, 20)
                        .bindingLimit()
                        .orElseThrow()
                        .kind())
                .isEqualTo(LimitKind.SEMAPHORE);
    }

    @Test
    void aLockForWhichMostThreadsWaitBindsAndHasOneHolder() {
        Diagnosis diagnosis = diagnosed(Activity.AWAITING_LOCK, "example.Cache", 99, 10);
        assertThat(diagnosis.bindingLimit().orElseThrow().kind()).isEqualTo(LimitKind.LOCK);
        assertThat(diagnosis.bindingLimit().orElseThrow().workers()).hasValue(1);
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(10, within(0.1));
    }

    @Test
    void aFewThreadsThatWaitForALockAreNoLimit() {
        assertThat(diagnosed(Activity.AWAITING_LOCK, "example.Cache", 5, 100).bindingLimit())
                .isEmpty();
    }
}
