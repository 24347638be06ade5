package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.kind;
import static dev.headroom.core.testing.Measured.limit;
import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Check;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fifth case: the handler returns a future of two calls of 1 s each; 100 users, 1000 requests. */
class ComposeCaseTest {

    private static final Load.Closed LOAD = Counts.closed(100, 0, new Until.Requests(1000));

    private static Seen.PoolBuilder idleTomcat(double requests) {
        return tomcat(200).active(0.05).completed(2 * requests).byCompletions(0.001);
    }

    private static Seen commonPool() {
        return Seen.during(180)
                .pool(idleTomcat(990))
                .pool(pool("common-pool", StationKind.FORK_JOIN, 11)
                        .full(189, 0)
                        .completed(1980)
                        .byCompletions(1)
                        .byClock(1)
                        .waitsForDownstream(11))
                .calls("127.0.0.1:8090", 11, 1);
    }

    /** 846 successful responses and 154 that came too late: 30 s of patience behind a queue of 18 s. */
    private static LoadResult late() {
        return Counts.failing(LOAD, 4.65, 16.25, ErrorKind.STATUS, 503, 0.85, 180);
    }

    @Test
    void theCommonPoolBindsThoughTomcatIsIdle() {
        Diagnosis diagnosis = Measured.run(LOAD, late(), commonPool()).alone(1).diagnosis();
        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.WORKER_POOL, "common-pool", 11));
        assertThat(diagnosis.chain()).containsExactly("tomcat-8888", "common-pool", "127.0.0.1:8090");
        assertThat(diagnosis.visits().orElseThrow().value()).isCloseTo(2, within(0.02));
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(5.5, within(0.05));
        assertThat(diagnosis.ratio().orElseThrow()).isCloseTo(1, within(0.02));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
        assertThat(diagnosis.checks()).allMatch(Check::holds);
        assertThat(diagnosis.summary())
                .startsWith("On average 100 requests that Tomcat threads have handed over wait for 11 common-pool"
                        + " workers, each held 1 s by 127.0.0.1:8090: 11 / (2 x 1 s) = 5.5 requests/s");
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("is asynchronous"));
        assertThat(diagnosis.remedy().orElseThrow().value()).hasValue(200);
    }

    @Test
    void whereTomcatCountsMoreThanItsRequestsTheGeneratorCountsThem() {
        for (double tasks : new double[] {1.45, 17}) {
            Seen seen = Seen.during(180)
                    .pool(tomcat(200).active(0.05).completed(tasks * 990).byCompletions(0.001))
                    .pool(pool("common-pool", StationKind.FORK_JOIN, 11)
                            .full(189, 0)
                            .completed(1980)
                            .byClock(1)
                            .waitsForDownstream(11));
            Diagnosis diagnosis = Measured.run(LOAD, late(), seen).alone(1).diagnosis();
            assertThat(diagnosis.visits().orElseThrow().value()).isCloseTo(2, within(0.02));
            assertThat(diagnosis.notes()).anyMatch(note -> note.contains("the count of the load generator"));
        }
    }

    @Test
    void theTimeoutOfAsynchronousRequestsIsTheSecondLimit() {
        Diagnosis diagnosis = Measured.run(LOAD, late(), commonPool()).alone(1).diagnosis();
        assertThat(diagnosis.notes())
                .anyMatch(note -> note.startsWith("A second limit behind it: 153 of 990 requests (15.5 %) failed with"
                        + " status 503 after about 30 s, the default timeout of asynchronous requests"));
    }

    @Test
    void oneOtherFailureIsNoOtherTimeout() {
        Diagnosis diagnosis = Measured.run(LOAD, Counts.withOdd(late(), 503, 500), commonPool())
                .alone(1)
                .diagnosis();
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("the default timeout of asynchronous requests"));
    }

    /** Others are 30 s long by default as well, such as that of who waits for a connection. */
    @Test
    void whatEndsAsLateInAnotherWayIsATimeoutOfItsOwn() {
        LoadResult others = Counts.failing(LOAD, 4.65, 16.25, ErrorKind.STATUS, 500, 0.85, 180);
        Seen waiting = Seen.during(180)
                .pool(tomcat(11).full(89, 0).completed(990).byClock(2).waitsForDownstream(11));
        assertThat(Measured.run(LOAD, others, commonPool()).alone(1).diagnosis().notes())
                .anyMatch(note -> note.contains("a timeout inside the service"));
        assertThat(Measured.run(LOAD, late(), waiting).alone(1).diagnosis().notes())
                .anyMatch(note -> note.contains("a timeout inside the service"));
    }

    @Test
    void aRunThatIsOverBeforeTheTimeoutSaysThatItCouldNotShow() {
        LoadResult result = Counts.of(LOAD, 5.5, 6, 12);
        List<LoadResult.Second> cut = result.series().subList(0, 12);
        Diagnosis diagnosis = Measured.run(LOAD, Counts.result(66, 0, 12, 6, cut), commonPool())
                .alone(1)
                .diagnosis();
        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.WORKER_POOL, "common-pool", 11));
        assertThat(diagnosis.notes())
                .anyMatch(
                        note -> note.equals(
                                "33 requests were still in flight when the run was over, after"
                                        + " 12 s: they are neither answers nor errors. A timeout that is longer than the run cannot show."))
                .noneMatch(note -> note.contains("second limit"));
    }

    @Test
    void requestsTurnedAwayAtOnceAreNoTimeout() {
        Diagnosis diagnosis = Measured.run(
                        LOAD, Counts.failing(LOAD, 5.5, 18, ErrorKind.STATUS, 503, 1, 180), commonPool())
                .alone(1)
                .diagnosis();
        assertThat(diagnosis.notes())
                .noneMatch(note -> note.contains("second limit"))
                .anyMatch(note -> note.contains("were answered with status 503"));
    }

    @Test
    void aPoolOfItsOwnLeavesTheLoadAsTheLimit() {
        Seen seen = Seen.during(11)
                .pool(idleTomcat(1089))
                .pool(pool("own-pool", StationKind.EXECUTOR, 1024)
                        .active(198)
                        .completed(2178)
                        .byClock(1)
                        .waitsForDownstream(198))
                .calls("127.0.0.1:8090", 198, 1);
        Diagnosis diagnosis = Measured.run(LOAD, 99, 1.01, 11, seen).alone(1).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.chain()).containsExactly("tomcat-8888", "own-pool", "127.0.0.1:8090");
        assertThat(diagnosis.next().orElseThrow().limit().pool()).isEqualTo("own-pool");
        assertThat(diagnosis.next().orElseThrow().ceiling().perSecond()).isCloseTo(512, within(20.0));
    }

    @Test
    void callsOneAfterTheOtherOnTomcatLeaveTheLoadAsTheLimit() {
        Seen seen = Seen.during(20)
                .pool(tomcat(200).active(100).completed(1000).byCompletions(2).waitsForDownstream(99.5))
                .calls("127.0.0.1:8090", 100, 1);
        Diagnosis diagnosis = Measured.run(LOAD, 50, 2, 20, seen).alone(2).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    @Test
    void aTimeoutShorterThanTheAnswerBindsWhereNothingIsFull() {
        Load.Closed load = Counts.closed(10, 0, new Until.Iterations(10));
        Seen seen = Seen.during(40)
                .pool(tomcat(200).active(10).completed(200).byCompletions(2).waitsForDownstream(10))
                .calls("127.0.0.1:8090", 5, 2);
        Diagnosis diagnosis = Measured.run(load, Counts.failing(load, 2.5, 2, ErrorKind.STATUS, 503, 2.5, 40), seen)
                .alone(2)
                .diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.TIMEOUT);
    }
}
