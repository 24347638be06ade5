package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

/** Limits that are as busy with one user as under load, and hold back a load whose responses take less than 2 R0. */
class BatchingWriterTest {

    private static Seen seen(double waiting, double elsewhere, double working, String line) {
        return Seen.during(50)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(waiting + elsewhere)
                        .waits(Activity.AWAITING_POOL, "writer", waiting, "shop.Orders.commit:27")
                        .doing(Activity.SLEEPING, elsewhere, "shop.Work.nap:16"))
                .pool(pool("writer", StationKind.OTHER)
                        .maximum(1)
                        .active(working)
                        .saturated(working >= 1 ? 1 : 0)
                        .doing(Activity.SLEEPING, working, line));
    }

    private static Diagnosis diagnosis(
            Load load, LoadResult result, double waiting, double elsewhere, double unloaded, double aloneWaiting) {
        return Measured.run(load, result, seen(waiting, elsewhere, 1, "shop.Journal.flush:16"))
                .alone(unloaded, seen(aloneWaiting, 1 - aloneWaiting, 0.97, "shop.Journal.flush:16"))
                .diagnosis();
    }

    private static void isNamed(Diagnosis found) {
        assertThat(found.verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(found.bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("writer"));
    }

    /** One thread writes at most 20 orders at once, in 50 ms: 38 users get 400/s, as 400 would. */
    @Test
    void whoServesAtMostTwentyAtOnceHoldsBackThirtyEight() {
        Load.Closed load = Counts.closed(38, 0, new Until.Iterations(10));

        isNamed(diagnosis(load, Counts.of(load, 400, 0.095, 50), 38, 0, 0.05, 1));
    }

    /** The same with half of the users: R / R0 is 1.3. */
    @Test
    void andTwentySix() {
        Load.Closed load = Counts.closed(26, 0, new Until.Iterations(10));

        isNamed(diagnosis(load, Counts.of(load, 400, 0.065, 50), 26, 0, 0.05, 1));
    }

    /** The same of 46 users who think for as long as the flush takes. */
    @Test
    void andUsersWhoThink() {
        Load.Closed load = Counts.closed(58, 0.05, new Until.Iterations(10));

        isNamed(diagnosis(load, Counts.of(load, 400, 0.095, 50), 38, 0, 0.05, 1));
    }

    /** One thread spins for its next task at the line at which it does them (5 ms each); a request is elsewhere for 20 ms: nine users get 200/s, as 90 would. */
    @Test
    void whoSpinsIsBusyWithOneUserAsWell() {
        Load.Closed load = Counts.closed(9, 0, new Until.Iterations(10));

        isNamed(diagnosis(load, Counts.of(load, 200, 0.045, 50), 5, 4, 0.025, 0.2));
    }

    /** Open: 396/s of the 400/s that it writes, R / R0 = 1.8. */
    @Test
    void whoServesTwentyAtOnceHoldsBackAnOpenLoad() {
        Load.Open load = Counts.open(396, 50);

        isNamed(diagnosis(load, Counts.of(load, 396, 0.09), 35.6, 0, 0.05, 1));
    }

    /** The same with 22, of whom two wait for the next flush: 400 of the 440 that they ask for. */
    @Test
    void andTwentyTwo() {
        Load.Closed load = Counts.closed(22, 0, new Until.Iterations(10));

        isNamed(diagnosis(load, Counts.of(load, 400, 0.055, 50), 22, 0, 0.05, 1));
    }
}
