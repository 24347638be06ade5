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

    private static Seen gate(int capacity, double used, double taken) {
        return Seen.during(60)
                .resource(Seen.resource("gate", StationKind.SEMAPHORE)
                        .capacity(capacity)
                        .used(used, 0)
                        .taken(taken));
    }

    /** Work of 500 ms, of which each of one user's requests takes a permit. */
    private static Measured alone(Measured run) {
        return run.alone(
                0.5,
                Seen.during(10)
                        .resource(Seen.resource("gate", StationKind.SEMAPHORE)
                                .capacity(20)
                                .used(1, 0)
                                .taken(20)));
    }

    private static Case about(Measured run) {
        return Case.of(run.measurement(), run.diagnosis());
    }

    /** 20 permits, 40 takes a second, and 7,600 defaults a second after 50 ms. */
    @Test
    void farMoreAnswersThanR0AllowsClearNothing() {
        Measured run = alone(Measured.run(USERS, Counts.of(USERS, 7_640, 0.0524, 60), gate(20, 20, 2_400)));

        assertThat(run.diagnosis().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(run.diagnosis().summary()).contains("gate").contains("given something else");
        assertThat(about(run).mayBeClear()).isFalse();
    }

    /** Nor where nobody counts who takes it. */
    @Test
    void whatIsAllTakenIsNamedWhereR0IsVoid() {
        Seen uncounted = Seen.during(60)
                .resource(Seen.resource("gate", StationKind.SEMAPHORE)
                        .capacity(20)
                        .used(20, 0)
                        .taken(2_400));
        Measured run = Measured.run(USERS, Counts.of(USERS, 7_640, 0.0524, 60), uncounted)
                .alone(0.5);

        assertThat(run.diagnosis().summary()).contains("R0 is not").contains("gate is all taken (20)");
        assertThat(about(run).mayBeClear()).isFalse();
    }

    /** A fifth of 100/s: the mean response is 0.41 s, and R0 is 0.5 s. */
    @Test
    void aFifthOfDefaultsIsNoLoadThatIsServed() {
        Load.Open load = Counts.open(100, 60);

        Measured served = alone(Measured.run(load, Counts.of(load, 1_000, 0.5), gate(60, 50, 6_000)));
        assertThat(served.diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);

        Measured fallen = alone(Measured.run(load, Counts.of(load, 1_000, 0.41), gate(42, 40, 4_800)));
        assertThat(fallen.diagnosis().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(fallen.diagnosis().summary()).contains("do without gate");
    }

    /** As from a cache, where permits are left. */
    @Test
    void whoGoesWithoutThoughMuchIsFreeIsGivenNoDefault() {
        Load.Open load = Counts.open(100, 60);

        Measured run = alone(Measured.run(load, Counts.of(load, 1_000, 0.41), gate(100, 40, 4_800)));

        assertThat(run.diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }
}
