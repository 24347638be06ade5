package dev.headroom.core.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

class StuckThreadsTest {

    private static final String POOL = "tomcat-8888";
    private static final String STUCK_AT = "127.0.0.1:8091";

    /** 60 of 200 are stuck; 140 work for 5 s each, 20 of them at another downstream. */
    private static Seen seen() {
        return Seen.during(100)
                .pool(Seen.tomcat(200)
                        .active(200)
                        .completed(2800)
                        .byCompletions(200 / 28.0)
                        .waits(Activity.AWAITING_DOWNSTREAM, STUCK_AT, 60)
                        .waitsForDownstream(20)
                        .doing(Activity.SLEEPING, 120));
    }

    private static Station left(Seen seen) {
        Observation observation = seen.observation();
        return StuckThreads.in(observation).without(observation).pools().getFirst();
    }

    @Test
    void stuckThreadsAreNoWorkersAndTheirTimeIsNoPartOfTheHoldingTime() {
        Station pool = left(seen().hang(POOL, 60, false));
        assertThat(pool.maximum()).hasValue(140);
        assertThat(pool.active()).isEqualTo(140);
        assertThat(pool.holdingByCompletions().orElseThrow().value()).isCloseTo(5, within(1e-9));
        assertThat(pool.activities()).containsEntry(Activity.AWAITING_DOWNSTREAM, 20.0);
        assertThat(pool.waits()).extracting(Station.Wait::target).containsExactly("127.0.0.1:8090");
    }

    @Test
    void threadsThatAreStuckSinceTheMiddleOfTheWindowWereBusyForHalfOfIt() {
        Seen half = Seen.during(100)
                .pool(Seen.tomcat(200).active(30).completed(0).waits(Activity.AWAITING_DOWNSTREAM, STUCK_AT, 30))
                .hang(POOL, 60, false);
        assertThat(left(half).active()).isZero();
        assertThat(left(half).maximum()).hasValue(140);
    }

    @Test
    void waitsThatGoByAnotherNameAreTakenFromAnyDownstream() {
        Seen unnamed = Seen.during(100)
                .pool(Seen.tomcat(200).active(80).waitsForDownstream(80))
                .hang(POOL, 60, false);
        assertThat(left(unnamed).waits()).extracting(Station.Wait::workers).containsExactly(20.0);
    }

    @Test
    void aCallWithATimeoutComesBack() {
        Observation observation = seen().hang(POOL, 60, true).observation();
        StuckThreads stuck = StuckThreads.in(observation);
        assertThat(stuck.count(POOL)).isZero();
        assertThat(stuck.largest(POOL)).isEmpty();
        assertThat(stuck.without(observation)).isSameAs(observation);
    }

    /** The other pool takes its tasks in an order that leaves some for last. */
    private static Seen waitingForAnother(double completed) {
        return Seen.during(100)
                .pool(Seen.tomcat(200).active(60).waitsForPool("common-pool", 60))
                .pool(Seen.pool("common-pool", StationKind.FORK_JOIN, 6)
                        .active(6)
                        .queue(54, 0)
                        .completed(completed)
                        .doing(Activity.SLEEPING, 6))
                .hangForPool(POOL, 29);
    }

    @Test
    void whoWaitsForAPoolThatGoesOnWaitsForItsTurn() {
        assertThat(StuckThreads.in(waitingForAnother(6000).observation()).count(POOL))
                .isZero();
        assertThat(StuckThreads.in(waitingForAnother(0).observation()).count(POOL))
                .isEqualTo(29);
    }

    @Test
    void theLargestGroupNamesTheCall() {
        Observation observation =
                seen().hang(POOL, 5, false).hang(POOL, 60, false).observation();
        StuckThreads stuck = StuckThreads.in(observation);
        assertThat(stuck.count(POOL)).isEqualTo(65);
        assertThat(stuck.largest(POOL).orElseThrow().workers()).isEqualTo(60);
    }
}
