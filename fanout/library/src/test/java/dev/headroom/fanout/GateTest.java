package dev.headroom.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GateTest {
    private final FixedLimit limit = new FixedLimit(1);
    private final Gate gate = new Gate(limit, 1);

    /** A permit is free and has not been given to who waits yet: his place is no reason to turn others away. */
    @Test
    void nobodyIsTurnedAwayBecauseWhoHasAPermitComingStillWaits() {
        var first = new Comer();
        assertThat(gate.enter(new Comer())).isEqualTo(Gate.Entry.PERMIT);
        assertThat(gate.enter(first)).isEqualTo(Gate.Entry.QUEUED);

        limit.resize(2);

        assertThat(gate.enter(new Comer())).isEqualTo(Gate.Entry.QUEUED);
        assertThat(first.granted).isTrue();
        assertThat(gate.enter(new Comer())).isEqualTo(Gate.Entry.FULL);
        assertThat(gate.taken()).isEqualTo(3);
    }

    private static final class Comer extends Gate.Waiter {
        private boolean granted;

        @Override
        boolean granted() {
            granted = true;
            return true;
        }
    }
}
