package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.kind;
import static dev.headroom.core.testing.Measured.limit;
import static dev.headroom.core.testing.Seen.tomcat;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Check;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fourth case: answers after 5 s, 200 users on 200 threads, and calls that never return. */
class BikeCaseTest {

    private static final Load.Closed LOAD = Counts.closed(200, 0, new Until.Elapsed(Duration.ofSeconds(120)));

    private static Seen.PoolBuilder threads(int maximum, double asleep, double completed) {
        return tomcat(maximum).completed(completed).byClock(5).doing(Activity.SLEEPING, asleep);
    }

    /** 60 of 200 threads hang; the users of the load queue for the other 140. */
    private static Seen hung(int hanging, int left, double queue, double completed, boolean bounded) {
        return rest(hanging, left, queue, completed).hang("tomcat-8888", hanging, bounded);
    }

    private static Seen rest(int hanging, int left, double queue, double completed) {
        return Seen.during(120)
                .pool(threads(hanging + left, left, completed)
                        .active(hanging + left)
                        .queue(queue, 0)
                        .saturated(1)
                        .byCompletions((hanging + left) * 120 / completed)
                        .waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:8091", hanging));
    }

    private static Diagnosis diagnosed(Seen seen, double throughput) {
        return Measured.run(LOAD, throughput, 200 / throughput, 120, seen)
                .alone(5)
                .diagnosis();
    }

    @Test
    void twoHundredUsersThatKeepTwoHundredThreadsBusyAreTheLimit() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(120)
                        .pool(threads(200, 199.8, 4790)
                                .active(199.8)
                                .saturated(0.04)
                                .byCompletions(5)),
                40);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.bindingLimit()).isEmpty();
        assertThat(diagnosis.checks()).allMatch(Check::holds);
    }

    @Test
    void sixtyHungThreadsAreTheLimitAndNotTheSizeOfThePool() {
        Diagnosis diagnosis = diagnosed(hung(60, 140, 60, 3360, false), 28);
        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.HUNG_WORKERS, "tomcat-8888", 140));
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(28, within(0.1));
        assertThat(diagnosis.ratio().orElseThrow()).isCloseTo(1, within(0.02));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
        assertThat(diagnosis.next().orElseThrow().limit()).isEqualTo(limit(LimitKind.WORKER_POOL, "tomcat-8888", 200));
        assertThat(diagnosis.next().orElseThrow().ceiling().perSecond()).isCloseTo(40, within(0.1));
        assertThat(diagnosis.checks()).allMatch(Check::holds);
        assertThat(diagnosis.summary())
                .isEqualTo("60 of 200 Tomcat threads hang in example.Bike.hanging, waiting for 127.0.0.1:8091 without"
                        + " a timeout (seen so for 90 s), and will not come back: the other 140 are all taken, each held"
                        + " 5 s by a task that sleeps: 140 / 5 s = 28 requests/s, and 28 were measured; all 200 would"
                        + " give 40.");
        assertThat(diagnosis.remedy().orElseThrow().action())
                .startsWith("Set a connect and a read timeout on the call to 127.0.0.1:8091 in example.Bike.hanging");
    }

    @Test
    void ofACallThatATimeoutMayEndNobodySaysThatItDoesNotComeBack() {
        Diagnosis diagnosis = diagnosed(rest(60, 140, 60, 3360).hangThatMayEnd("tomcat-8888", 60), 28);
        assertThat(diagnosis.summary())
                .startsWith(
                        "60 of 200 Tomcat threads stand in example.Bike.hanging, waiting for 127.0.0.1:8091 (seen so"
                                + " for 90 s; whether a timeout ends it was not seen): the other 140 are all taken");
        assertThat(diagnosis.remedy().orElseThrow().action())
                .startsWith("Find out why 127.0.0.1:8091 does not answer.")
                .doesNotContain("restart");
    }

    @Test
    void aQueueThatDoesNotShowIsSeenByTheUsersThatNoLivingThreadServes() {
        Seen seen = hung(60, 140, -1, 3360, false);
        assertThat(kind(diagnosed(seen, 28))).isEqualTo(LimitKind.HUNG_WORKERS);
    }

    @Test
    void aProbeThatLeavesTheHungOutOfTheHoldingTimeIsNotCorrectedAgain() {
        Seen seen = Seen.during(120)
                .pool(tomcat(200)
                        .full(60, 0)
                        .completed(3360)
                        .byCompletions(5)
                        .doing(Activity.SLEEPING, 140)
                        .waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:9999", 60))
                .hang("tomcat-8888", 60, false);
        Diagnosis diagnosis = diagnosed(seen, 28);
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.HUNG_WORKERS);
        assertThat(diagnosis.holdingTime().orElseThrow().value()).isCloseTo(5, within(0.01));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.chain()).containsExactly("tomcat-8888");
    }

    @Test
    void aCallThatWillEndIsSlowAndNotHung() {
        Diagnosis diagnosis = diagnosed(hung(60, 140, 60, 3360, true), 28);
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.WORKER_POOL);
    }

    @Test
    void aFewHungThreadsOfAPoolThatIsTooSmallAnywayAreANote() {
        Diagnosis diagnosis = diagnosed(hung(2, 18, 180, 18 / 5.0 * 120, false), 3.6);
        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.WORKER_POOL, "tomcat-8888", 18));
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("2 of 20 Tomcat threads hang"));
    }

    /** Half a pool is another pool; of one that is too small anyway by far, a fifth is not the matter; and where all of them would just do, it is. */
    @ParameterizedTest
    @CsvSource({"12, 28, HUNG_WORKERS", "8, 32, WORKER_POOL", "30, 162, HUNG_WORKERS", "26, 144, WORKER_POOL"})
    void threadsThatHangBindWhereTheyAreManyOrWhereAllWouldHaveDone(int hanging, int left, LimitKind kind) {
        double throughput = left / 5.0;
        Seen seen = hung(hanging, left, 200 - left, throughput * 120, false);

        assertThat(diagnosed(seen, throughput).bindingLimit().map(Limit::kind)).contains(kind);
    }

    @Test
    void hungThreadsThatNoOneMissesAreANote() {
        Load.Closed load = Counts.closed(100, 0, new Until.Elapsed(Duration.ofSeconds(120)));
        Seen seen = Seen.during(120)
                .pool(threads(200, 100, 2400)
                        .active(160)
                        .byCompletions(8)
                        .waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:8091", 60))
                .hang("tomcat-8888", 60, false);
        Diagnosis diagnosis = Measured.run(load, 20, 5, 120, seen).alone(5).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("60 of 200 Tomcat threads hang"));
        assertThat(diagnosis.next().orElseThrow().ceiling().perSecond()).isCloseTo(28, within(0.1));
    }

    @Test
    void aBusyMachineIsNotBlamedForHungThreads() {
        Diagnosis diagnosis = diagnosed(hung(60, 140, 60, 3360, false).processor(0.1, 4, 0), 28);
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.HUNG_WORKERS);
    }

    @Test
    void aPoolOfWhichNothingIsLeftIsNamedThoughNothingIsServed() {
        LoadResult nothing = Counts.result(0, 200, 120, 0, List.of());
        Seen seen = Seen.during(120)
                .pool(tomcat(200).active(200).waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:8091", 200))
                .hang("tomcat-8888", 200, false);
        Diagnosis diagnosis = Measured.run(LOAD, nothing, seen).alone(5).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.HUNG_WORKERS);
        assertThat(diagnosis.summary())
                .contains("200 of 200 Tomcat threads hang")
                .contains("0 are left");
    }

    @Test
    void withTimeoutsAndVirtualThreadsTheLoadIsTheLimit() {
        Diagnosis diagnosis =
                diagnosed(Seen.during(120).pool(virtualThreads(200).byClock(5).doing(Activity.SLEEPING, 200)), 40);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }
}
