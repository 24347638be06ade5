package dev.headroom.core.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who finds none of the permits free is given a default, with status 200. One user takes one for each request. */
class FallbacksTest {

    private static final Load.Closed USERS = Counts.closed(400, 0, new Until.Elapsed(Duration.ofSeconds(60)));

    /** As the probe tells of permits: how many are in use, and not how often they were taken. */
    private static Seen gate(int capacity, double used) {
        return Seen.during(60)
                .resource(Seen.resource("gate", StationKind.SEMAPHORE, capacity).used(used, 0));
    }

    /** As of a pool of objects that counts how often one was borrowed. */
    private static Seen pool(int capacity, double used, double taken) {
        return Seen.during(60)
                .resource(Seen.resource("gate", StationKind.OBJECT_POOL, capacity)
                        .used(used, 0)
                        .taken(taken));
    }

    /** Work of 500 ms, during which each of one user's requests holds a permit. */
    private static Measured alone(Measured run) {
        return run.alone(
                0.5,
                Seen.during(10)
                        .resource(
                                Seen.resource("gate", StationKind.SEMAPHORE, 20).used(1, 0)));
    }

    private static Measured aloneCounted(Measured run) {
        return run.alone(
                0.5,
                Seen.during(10)
                        .resource(Seen.resource("gate", StationKind.OBJECT_POOL, 20)
                                .used(1, 0)
                                .taken(20)));
    }

    private static Case about(Measured run) {
        return Case.of(run.measurement(), run.diagnosis());
    }

    /** 20 permits, 40 takes a second, and 7,600 defaults a second after 50 ms. */
    @Test
    void farMoreAnswersThanR0AllowsClearNothing() {
        Measured run = alone(Measured.run(USERS, 7_640, 0.0524, 60, gate(20, 20)));

        assertThat(run.diagnosis().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(run.diagnosis().summary()).contains("gate").contains("given something else");
        assertThat(about(run).mayBeClear()).isFalse();
    }

    /** Nor where it was not seen with one user. */
    @Test
    void whatIsAllTakenIsNamedWhereR0IsVoid() {
        Measured run = Measured.run(USERS, 7_640, 0.0524, 60, gate(20, 19.9)).alone(0.5);

        assertThat(run.diagnosis().summary()).contains("R0 is not").contains("gate is all taken (20)");
        assertThat(about(run).mayBeClear()).isFalse();
    }

    private static final Load.Open OPEN = Counts.open(100, 60);

    private static Measured run(double response, Seen seen) {
        return Measured.run(OPEN, 1_000, response, seen);
    }

    private static void goesWithout(Measured run) {
        assertThat(run.diagnosis().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(run.diagnosis().summary()).contains("do without gate");
        assertThat(about(run).mayBeClear()).isFalse();
    }

    private static void isServed(Measured run) {
        assertThat(run.diagnosis().verdict()).as(run.diagnosis().summary()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    /** A fifth of 100/s: the mean response is 0.41 s, and R0 is 0.5 s. */
    @Test
    void aFifthOfDefaultsIsNoLoadThatIsServed() {
        isServed(alone(run(0.5, gate(60, 50))));
        goesWithout(alone(run(0.41, gate(42, 40))));

        isServed(aloneCounted(run(0.5, pool(60, 50, 6_000))));
        goesWithout(aloneCounted(run(0.41, pool(42, 40, 4_800))));
    }

    /** As from a cache, where permits are left. */
    @Test
    void whoGoesWithoutThoughMuchIsFreeIsGivenNoDefault() {
        isServed(alone(run(0.41, gate(100, 40))));
        isServed(aloneCounted(run(0.41, pool(100, 40, 4_800))));
    }

    /** 50 permits for 50 requests at a time, of which the probe misses two. */
    @Test
    void whereAsManyAreInUseAsOneUsersRequestsHoldNobodyGoesWithout() {
        isServed(alone(run(0.5, gate(50, 48))));
    }

    /** As a leader's lease: one is held whatever is asked. */
    @Test
    void whatIsHeldByNoRequestIsTakenByNone() {
        isServed(alone(run(0.5, gate(1, 1))));
    }
}
