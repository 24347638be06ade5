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
        Seen seen = Seen.during(20)
                .pool(pool("ring", StationKind.OTHER)
                        .maximum(64)
                        .active(64)
                        .queueUnseen()
                        .waits(Activity.AWAITING_OTHER, "Ring#0", 24, RING)
                        .at(RING, Activity.AWAITING_OTHER, 24)
                        .doing(Activity.SLEEPING, 40, "shop.Front.remote:52"));
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

    @Test
    void aNumberThatNobodyCountedSaysNothing() {
        assertThat(workers(Double.NaN).active()).isEqualTo(64);
    }
}
