package dev.headroom.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

class NamingTest {

    private static Station pool(String name, StationKind kind) {
        return Seen.during(10)
                .pool(Seen.pool(name, kind).active(1))
                .observation()
                .stations()
                .getFirst();
    }

    @Test
    void oneWorkerIsSaidInTheSingular() {
        Station printer = pool("zebra-printers", StationKind.OTHER);
        assertThat(Naming.allAre(1, printer) + " taken").isEqualTo("The only zebra-printers thread is taken");
        assertThat(Naming.workers(1, pool("netty", StationKind.EVENT_LOOPS))).isEqualTo("1 netty event loop");
    }

    @Test
    void severalWorkersAreSaidInThePlural() {
        assertThat(Naming.allAre(7, pool("common-pool", StationKind.FORK_JOIN)) + " taken")
                .isEqualTo("All 7 common-pool workers are taken");
        assertThat(Naming.workers(2, pool("netty-event-loops", StationKind.EVENT_LOOPS)))
                .isEqualTo("2 event loops");
    }
}
