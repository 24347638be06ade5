package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.kind;
import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

/** The third case: an answer that blocks for 1 s, on threads and on event loops. */
class ValueCaseTest {

    private static Diagnosis diagnosed(int users, double throughput, Seen seen) {
        Load.Closed load = Counts.closed(users, 0, new Until.Iterations(10));
        return Measured.run(load, throughput, users / throughput, 40, seen)
                .alone(1)
                .diagnosis();
    }

    private static Seen.PoolBuilder loops() {
        return pool("netty-event-loops", StationKind.EVENT_LOOPS, 8);
    }

    private static void healthy(Diagnosis diagnosis) {
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.bindingLimit()).isEmpty();
    }

    private static Seen.PoolBuilder asleep(Seen.PoolBuilder pool, double workers, double completed) {
        return pool.active(workers).completed(completed).byClock(1).doing(Activity.SLEEPING, workers);
    }

    @Test
    void tenUsersOnTwoHundredThreadsAreTheLimit() {
        healthy(diagnosed(10, 9.95, Seen.during(40).pool(asleep(tomcat(200), 9.95, 398))));
    }

    @Test
    void aHundredUsersOnTwoHundredThreadsAreTheLimit() {
        healthy(diagnosed(100, 99.4, Seen.during(40).pool(asleep(tomcat(200), 99.4, 3976))));
    }

    @Test
    void twentyThreadsBindAHundredUsers() {
        Diagnosis diagnosis = diagnosed(
                100,
                19.9,
                Seen.during(40).pool(asleep(tomcat(20), 20, 797).queue(80, 0).saturated(1)));
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.WORKER_POOL);
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(20, within(0.1));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
        assertThat(diagnosis.summary()).contains("each held 1 s by a task that sleeps");
    }

    @Test
    void eventLoopsThatSleepBindThoughTheirQueueDoesNotShow() {
        Diagnosis diagnosis = diagnosed(
                100,
                8,
                Seen.during(40).pool(loops().active(8).queueUnseen().byClock(1).doing(Activity.SLEEPING, 7.9)));
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.EVENT_LOOPS);
        assertThat(diagnosis.bindingLimit().orElseThrow().workers()).hasValue(8);
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(8, within(0.1));
        assertThat(diagnosis.summary()).contains("All 8 event loops are blocked");
        assertThat(diagnosis.remedy().orElseThrow().value()).hasValue(100);
        assertThat(diagnosis.remedy().orElseThrow().action())
                .contains("a bounded pool of at least 100 threads")
                .contains("virtual threads");
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
    }

    @Test
    void loopsForWhichNoBoundIsStatedAreAsManyAsLive() {
        Diagnosis diagnosis = diagnosed(
                100,
                8,
                Seen.during(40)
                        .pool(pool("reactor-http-epoll", StationKind.EVENT_LOOPS)
                                .active(8)
                                .byClock(1)
                                .doing(Activity.SLEEPING, 7.97)));
        assertThat(diagnosis.bindingLimit().orElseThrow().workers()).hasValue(8);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
    }

    @Test
    void anEntryWhoseCountsFallBesideTheWindowsEdgesStillTakesEachRequestOnce() {
        Diagnosis diagnosis = diagnosed(
                100,
                20,
                Seen.during(13).pool(asleep(tomcat(20), 20, 219).queue(80, 0).saturated(1)));
        assertThat(diagnosis.visits().orElseThrow().value()).isEqualTo(1);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
    }

    @Test
    void aMainThreadThatWaitsForAFutureDoesNotHideWhereRequestsGo() {
        Diagnosis diagnosis = diagnosed(
                100,
                80,
                boundedElastic(20)
                        .pool(pool("server", StationKind.OTHER, 1).active(1).waitsForPool("boundedElastic", 1)));
        assertThat(diagnosis.chain()).containsExactly("netty-event-loops", "boundedElastic");
    }

    @Test
    void withoutAClockBlockedLoopsAreNamedAndNotProved() {
        Diagnosis diagnosis = diagnosed(
                100, 8, Seen.during(40).pool(loops().active(8).queueUnseen().doing(Activity.SLEEPING, 7.9)));
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.EVENT_LOOPS);
        assertThat(diagnosis.ceiling()).isPresent();
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void anElasticPoolWithoutABoundLeavesTheLoadAsTheLimit() {
        Diagnosis diagnosis = diagnosed(
                100,
                99.4,
                Seen.during(40)
                        .pool(loops().active(0.1))
                        .pool(asleep(pool("elastic", StationKind.EXECUTOR), 99.3, 3976)));
        healthy(diagnosis);
        assertThat(diagnosis.chain()).containsExactly("netty-event-loops", "elastic");
    }

    private static Seen boundedElastic(double queue) {
        return Seen.during(40)
                .pool(loops().active(0.1))
                .pool(asleep(pool("boundedElastic", StationKind.EXECUTOR, 80), 80, 3200)
                        .queue(queue, 0)
                        .saturated(queue > 0 ? 1 : 0));
    }

    @Test
    void eightyBoundedElasticThreadsBindAHundredUsers() {
        for (double queue : new double[] {20, 0, -1}) {
            Diagnosis diagnosis = diagnosed(100, 80, boundedElastic(queue));
            assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("boundedElastic");
            assertThat(kind(diagnosis)).isEqualTo(LimitKind.WORKER_POOL);
            assertThat(diagnosis.chain()).containsExactly("netty-event-loops", "boundedElastic");
            assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(80, within(1.0));
            assertThat(diagnosis.notes()).anyMatch(note -> note.contains("asynchronous"));
        }
    }

    @Test
    void eightyUsersOnEightyBoundedElasticThreadsAreTheLimit() {
        healthy(diagnosed(80, 80, boundedElastic(0)));
    }

    @Test
    void reactiveTomcatWithTwoThreadsARequestIsHeldByItsLoad() {
        Diagnosis diagnosis = diagnosed(
                100,
                99.3,
                Seen.during(40)
                        .pool(tomcat(200).active(0.4).completed(2 * 3972))
                        .pool(asleep(pool("elastic", StationKind.EXECUTOR), 99, 3972)));
        healthy(diagnosis);
    }

    @Test
    void aDeferredResultFromACachedPoolIsHeldByItsLoad() {
        healthy(diagnosed(
                100,
                99,
                Seen.during(40)
                        .pool(tomcat(200).active(0.3).completed(2 * 3960).byCompletions(0.002))
                        .pool(asleep(pool("cached", StationKind.EXECUTOR), 99, 3960))));
    }

    @Test
    void aThousandUsersOnVirtualThreadsThatFillTheProcessorAreHeldByIt() {
        Load.Closed load = Counts.closed(1000, 0, new Until.Iterations(10));
        Seen seen = Seen.during(12)
                .pool(virtualThreads(900)
                        .byClock(1)
                        .doing(Activity.SLEEPING, 800)
                        .doing(Activity.RUNNING, 100))
                .processor(1.9, 2, 0.05);
        Diagnosis diagnosis = Measured.run(load, 800, 1.25, 12, seen).alone(1).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.holdingTime().orElseThrow().value()).isCloseTo(1.9 / 800, within(1e-4));
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(842, within(1.0));
    }

    @Test
    void aBusyProcessorForWhichNoThreadWaitsIsNotTheLimit() {
        healthy(diagnosed(
                100, 99, Seen.during(40).pool(asleep(tomcat(200), 99, 3960)).processor(1.85, 0.05, 0)));
    }
}
