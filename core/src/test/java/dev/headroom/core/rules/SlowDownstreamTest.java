package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network;
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
                .pool(virtualThreads(waiting + there + elsewhere)
                        .waits(Activity.AWAITING_CONNECTION, "pool#1", waiting)
                        .waits(Activity.AWAITING_DOWNSTREAM, DOWNSTREAM, there)
                        .waits(Activity.AWAITING_OTHER, "unknown", elsewhere));
    }

    private static Diagnosis diagnosed(double unloaded, double error, double elsewhere) {
        Seen loaded = threads(54, 6, 0)
                .resource(resource("pool#1", StationKind.CONNECTION_POOL, 6)
                        .full(6, 54)
                        .holdersWait(Activity.AWAITING_DOWNSTREAM, DOWNSTREAM, 6));
        Seen alone = threads(0, 1 - elsewhere, elsewhere)
                .resource(resource("pool#1", StationKind.CONNECTION_POOL, 6).used(1, 0));
        return Measured.run(LOAD, 20, 3, 50, loaded)
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

    /** 50 requests a second, each of which takes 40 ms with a database that scans what was inserted before; before the load it took 18 ms. */
    private static Diagnosis growing(double after) {
        Load.Open load = Counts.open(50, 60);
        Seen loaded = Seen.during(60)
                .pool(virtualThreads(2).waits(Activity.AWAITING_DOWNSTREAM, DOWNSTREAM, 1.95))
                .calls(DOWNSTREAM, 50, 0.039);
        Seen alone = Seen.during(10)
                .pool(virtualThreads(1).waits(Activity.AWAITING_DOWNSTREAM, DOWNSTREAM, 0.95))
                .calls(DOWNSTREAM, 55, 0.017);
        return Measured.run(load, 1000, 0.04, loaded)
                .alone(0.018, alone)
                .after(after)
                .diagnosis();
    }

    @Test
    void whereOneUserTakesAsLongAfterTheLoadItMayBeTimeThatMakesItSlow() {
        Diagnosis found = growing(0.048);
        assertThat(found.verdict()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
        assertThat(found.standing()).isEqualTo(Diagnosis.Standing.SUSPECTED);
        assertThat(found.notes())
                .contains("One user still took 48 ms right after the load, under which a response took 40 ms: a request"
                        + " may have come to take longer with time, whether others come or not.");
    }

    @Test
    void whereHeIsMuchFasterThanTheLoadAgainItIsTheLoad() {
        assertThat(growing(0.021).standing()).isEqualTo(Diagnosis.Standing.SUPPORTED);
    }

    private static Seen called(Network.Callee callee) {
        return threads(0, 60, 0).callee(DOWNSTREAM, 60, callee);
    }

    /** 60 of one user's calls of 50 ms would be answered 1,200 times a second. */
    private static Diagnosis measured(Network.Callee callee) {
        return Measured.run(LOAD, 200, 0.3, 50, called(callee))
                .alone(0.05, 0.001, Optional.of(threads(0, 1, 0).observation()))
                .diagnosis();
    }

    @Test
    void whereCallsLieUnreadThereItServesAsManyOthersAsItCan() {
        Diagnosis found = measured(new Network.Callee(100, 49.8, 1, 10, 0.9));
        assertThat(found.verdict()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
        assertThat(found.capacity()).hasValue(10);
        assertThat(found.summary())
                .endsWith("It has 10 calls at work at once, and on average 50 more lie there unread.");
    }

    @Test
    void theNumberIsNoneWhereItChangesOrHardlyACallLiesThereOrHardlyALookWasTaken() {
        assertThat(measured(new Network.Callee(100, 49.8, 1, 10, 0.6)).capacity())
                .isEmpty();
        assertThat(measured(new Network.Callee(100, 0.3, 0.6, 10, 0.6)).capacity())
                .isEmpty();
        assertThat(measured(new Network.Callee(3, 49.8, 1, 10, 1)).capacity()).isEmpty();
        assertThat(measured(new Network.Callee(100, 59.8, 1, 0, 1)).capacity()).isEmpty();
        assertThat(measured(new Network.Callee(100, 0.3, 0.6, 10, 0.6)).verdict())
                .isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
    }

    @Test
    void whereOneUserWasNotSeenThereNothingIsSaidOfHisTime() {
        Diagnosis found = Measured.run(LOAD, 200, 0.3, 50, called(new Network.Callee(100, 49.8, 1, 10, 0.9)))
                .alone(0.05, 0.001, Optional.of(threads(0, 0, 1).observation()))
                .diagnosis();
        assertThat(found.verdict()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
        assertThat(found.summary()).contains("there, where one user was not seen, at");
        assertThat(found.remedy().orElseThrow().reasoning()).startsWith("It has 10 calls at work at once");
    }

    /** As of a JVM that is watched under its own load. */
    @Test
    void whereCallsLieUnreadNobodyHasToKnowHowLongOneUserTakes() {
        Load.Closed load = LOAD;
        Diagnosis found = Measured.run(load, 200, 0.3, 50, called(new Network.Callee(100, 49.8, 1, 10, 0.9)))
                .diagnosis();
        assertThat(found.verdict()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
        assertThat(found.capacity()).hasValue(10);
        assertThat(Measured.run(load, 200, 0.3, 50, called(new Network.Callee(100, 0.3, 0.6, 10, 0.6)))
                        .diagnosis()
                        .verdict())
                .isNotEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
    }
}
