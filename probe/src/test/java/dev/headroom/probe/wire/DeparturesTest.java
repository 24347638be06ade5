package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.classify.Stack;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeparturesTest {

    private static final Stack WAITS = stack("jdk.internal.misc.Unsafe.park");
    private static final Stack ASLEEP = stack("java.lang.Thread.sleep");
    private static final long THREAD = 7;

    private final Departures departures = new Departures();

    private static Stack stack(String top) {
        return new Stack(Thread.State.WAITING, "shop.Ticket", List.of(top, "shop.Orders.submit", "shop.Api.get"));
    }

    private double after(Optional<Stack> moved) {
        departures.begin();
        departures.moved(THREAD, moved);
        return departures.left().getOrDefault(WAITS, 0.0);
    }

    @Test
    void whoWaitedAndHasRunHasGoneOn() {
        after(Optional.of(WAITS));
        assertThat(after(Optional.of(ASLEEP))).isEqualTo(1);
        assertThat(after(Optional.of(ASLEEP))).isZero();
    }

    @Test
    void whoIsBackByTheNextLookHadGoneOn() {
        after(Optional.of(WAITS));
        assertThat(after(Optional.of(WAITS))).isEqualTo(1);
        assertThat(after(Optional.of(WAITS))).isEqualTo(1);
    }

    @Test
    void whereItStandsNowNeedNotBeKnown() {
        after(Optional.of(WAITS));
        assertThat(after(Optional.empty())).isEqualTo(1);
        assertThat(after(Optional.empty())).isZero();
    }

    @Test
    void whoWasFoundWaitingIsFollowedAsWell() {
        departures.stands(THREAD, WAITS);
        assertThat(after(Optional.of(ASLEEP))).isEqualTo(1);
    }

    @Test
    void whoDidNotRunWaitsOnAndWhoHasEndedIsForgotten() {
        after(Optional.of(WAITS));
        departures.begin();
        assertThat(departures.left()).isEmpty();
        departures.ended(THREAD);
        assertThat(after(Optional.of(ASLEEP))).isZero();
    }
}
