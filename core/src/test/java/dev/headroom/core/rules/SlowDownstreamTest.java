package dev.headroom.core.rules;

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

/** 54 of 60 requests wait for one of 6 connections, whose holders wait for a downstream: 6 / 20 a second is 0.3 s. One user is there for 0.2 s. */
class SlowDownstreamTest {

    private static final String DOWNSTREAM = "127.0.0.1:6379";
    private static final Load.Closed LOAD = Counts.closed(60, 0, new Until.Iterations(10));

    private static Seen threads(double waiting, double there, double elsewhere) {
        return Seen.during(50)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(waiting + there + elsewhere)
                        .waits(Activity.AWAITING_CONNECTION, "pool#1", waiting)
                        .waits(Activity.AWAITING_DOWNSTREAM, DOWNSTREAM, there)
                        .waits(Activity.AWAITING_OTHER, "unknown", elsewhere));
    }

    private static Diagnosis diagnosed(double unloaded, double error, double elsewhere) {
        Seen loaded = threads(54, 6, 0)
                .resource(resource("pool#1", StationKind.CONNECTION_POOL)
                        .capacity(6)
                        .full(6, 54)
                        .holdersWait(Activity.AWAITING_DOWNSTREAM, DOWNSTREAM, 6));
        Seen alone = threads(0, 1 - elsewhere, elsewhere)
                .resource(resource("pool#1", StationKind.CONNECTION_POOL)
                        .capacity(6)
                        .used(1, 0));
        return Measured.run(LOAD, Counts.of(LOAD, 20, 3, 50), loaded)
                .alone(unloaded, error, Optional.of(alone.observation()))
                .diagnosis();
    }

    @Test
    void aDownstreamThatAnswersLaterThanOneUserIsTheLimit() {
        assertThat(diagnosed(0.2, 0.01, 0).verdict()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
    }

    @Test
    void whereOneUsersTimeMayBeAsLongItIsNot() {
        assertThat(diagnosed(0.2, 0.06, 0).verdict()).isEqualTo(Verdict.LIMIT);
    }

    @Test
    void orWhereSomeOfHisTimeWasSeenNowhereElse() {
        assertThat(diagnosed(0.25, 0.01, 0.2).verdict()).isEqualTo(Verdict.LIMIT);
    }
}
