package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One thread, 0.02 s of each request, and then a call of 0.98 s that no thread waits for: it reaches 50/s, however many users there are. */
class FewLooksTest {

    private static Seen seen(double waiting, double working) {
        return Seen.during(50)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(waiting)
                        .waits(Activity.AWAITING_POOL, "gardener", waiting, "village.Meadow.lambda$main$1:23"))
                .pool(pool("gardener", StationKind.OTHER)
                        .maximum(1)
                        .active(working)
                        .saturated(working >= 1 ? 1 : 0)
                        .doing(Activity.SLEEPING, working, "village.Meadow.nap:16"));
    }

    /** @param looked share of looks at one user in which the thread was at work: of 100, two are expected */
    private static Diagnosis diagnosis(int users, double looked, double error) {
        Load.Closed load = Counts.closed(users, 0, new Until.Iterations(10));
        return Measured.run(load, Counts.of(load, 50, users / 50.0, 50), seen(users, 1))
                .alone(1, error, Optional.of(seen(1, looked).observation()))
                .diagnosis();
    }

    /** By chance one look of a hundred (27 %), or three (18 %). */
    @Test
    void aLookMoreOrLessDoesNotFreeWhoIsFull() {
        assertThat(diagnosis(54, 0.01, 0.01).verdict()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    @Test
    void moreThanAllOfItIsAllOfIt() {
        assertThat(diagnosis(54, 0.03, 0.01).verdict()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    /** 58 users, R0 known to 10 %: bound 58/s, and 50/s are all that anybody gets. */
    @Test
    void anUncertainResponseDoesNotFreeIt() {
        assertThat(diagnosis(58, 0.03, 0.1).verdict()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    /** It is 0.02 s in 60, and the count of the looks is right: 0.0175 would be as well within a long baseline's error. */
    @Test
    void norDoesAnEighthLess() {
        assertThat(diagnosis(54, 0.0175, 0.01).verdict()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    /** Six connections, 60 ms each, of requests of 70 ms: eight users get 100/s, as 80 would, and one or two wait in every look. R0 is known to 9 %. */
    @Test
    void aFullPoolOfConnectionsIsTheLimitHoweverLittleIsKnownOfOneUser() {
        Load.Closed load = Counts.closed(8, 0, new Until.Iterations(10));
        for (double error : new double[] {0.001, 0.0063}) {
            Diagnosis found = Measured.run(
                            load,
                            Counts.of(load, 100, 0.08, 50),
                            Seen.during(50)
                                    .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                                            .active(8)
                                            .waits(Activity.AWAITING_CONNECTION, "hikari", 1, "shop.Dao.load:16")
                                            .doing(Activity.SLEEPING, 7, "shop.Work.nap:16"))
                                    .resource(resource("hikari", StationKind.CONNECTION_POOL)
                                            .capacity(6)
                                            .full(6, 1)))
                    .alone(0.07, error, Optional.empty())
                    .diagnosis();

            assertThat(found.verdict()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        }
    }
}
