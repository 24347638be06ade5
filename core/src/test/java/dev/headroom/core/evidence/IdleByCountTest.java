package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** 64 threads of a pool that a team wrote with wait and notify; 24 stand in its {@code wait()}, the others sleep for a request. */
class IdleByCountTest {

    private static final String RING = "shop.Ring.pause:30";

    private static Station workers(double inFlight) {
        return workers(inFlight, waiting(StationKind.OTHER).doing(Activity.SLEEPING, 40, "shop.Front.remote:52"));
    }

    private static Seen.PoolBuilder waiting(StationKind kind) {
        return pool("ring", kind)
                .maximum(64)
                .active(64)
                .queueUnseen()
                .waits(Activity.AWAITING_OTHER, "Ring#0", 24, RING)
                .at(RING, Activity.AWAITING_OTHER, 24);
    }

    private static Station workers(double inFlight, Seen.PoolBuilder pool) {
        Seen seen = Seen.during(20).pool(pool);
        return Measurement.observed(seen.observation(), Optional.of(Counts.byKernel(305, 1, inFlight)))
                .observation()
                .station("ring")
                .orElseThrow();
    }

    @Test
    void whereTheOthersServeAllRequestsTheRestHasNone() {
        assertThat(workers(40).active()).isCloseTo(40, within(1e-9));
        assertThat(workers(40).doing(Activity.IDLE)).isCloseTo(24, within(1e-9));
        assertThat(workers(40).waits()).isEqualTo(List.of());
    }

    /** 24 requests are in flight that the others do not serve: these wait. */
    @Test
    void whoWaitsWithARequestIsOneOfThoseInFlight() {
        assertThat(workers(64).active()).isEqualTo(64);
    }

    /** Of 44 in flight 4 are left over, and some of those who stand there may have them. */
    @Test
    void whereSomeAreLeftOverTheyMayStandThere() {
        assertThat(workers(44).active()).isEqualTo(64);
    }

    /** 20 requests of which each has two workers, or a worker of which serves none. */
    @Test
    void moreAtWorkThanRequestsSayNothing() {
        assertThat(workers(20).active()).isEqualTo(64);
    }

    /** Of 64 workers 16 work, 24 are idle in the ring and 24 wait with a request for a bound of 16, in a wait or asleep. */
    @Test
    void whereAsManyDoSomethingElseItIsNotKnownWhoOfThemIsIdle() {
        Seen.PoolBuilder two = waiting(StationKind.OTHER)
                .waits(Activity.AWAITING_OTHER, "Gate#0", 24, "shop.Gate.enter:9")
                .doing(Activity.RUNNING, 16, "shop.Front.work:3");
        Seen.PoolBuilder asleep = waiting(StationKind.OTHER)
                .doing(Activity.SLEEPING, 24, "shop.Gate.enter:9")
                .doing(Activity.RUNNING, 16, "shop.Front.work:3");

        assertThat(workers(40, two).active()).isEqualTo(64);
        assertThat(workers(40, asleep).active()).isEqualTo(64);
    }

    /** 100 of an executor serve what 8 connections carry at a time, and 95 of them wait for one of five. */
    @Test
    void threadsOfWhichItIsKnownWhereTheyIdleAreNotRead() {
        Seen.PoolBuilder executor = pool("calls", StationKind.EXECUTOR)
                .maximum(100)
                .active(100)
                .queueUnseen()
                .waits(Activity.AWAITING_OTHER, "Sessions#0", 95, "shop.Sessions.borrow:41")
                .doing(Activity.SLEEPING, 5, "shop.Front.remote:52");

        assertThat(IdleByCount.read(Seen.during(20).pool(executor).observation(), 8)
                        .station("calls")
                        .orElseThrow()
                        .active())
                .isEqualTo(100);
    }

    @Test
    void aNumberThatNobodyCountedSaysNothing() {
        assertThat(workers(Double.NaN).active()).isEqualTo(64);
    }
}
