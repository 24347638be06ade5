package dev.headroom.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Pool;
import dev.headroom.core.model.observation.PoolKind;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

class NamingTest {

    private static Pool pool(String name, PoolKind kind) {
        return Seen.during(10)
                .pool(Seen.pool(name, kind).active(1))
                .observation()
                .pools()
                .getFirst();
    }

    @Test
    void oneWorkerIsSaidInTheSingular() {
        Pool printer = pool("zebra-printers", PoolKind.OTHER);
        assertThat(Naming.allAre(1, printer) + " taken").isEqualTo("The only zebra-printers thread is taken");
        assertThat(Naming.workers(1, pool("orders", PoolKind.CONNECTION_POOL))).isEqualTo("1 connection of orders");
    }

    @Test
    void severalWorkersAreSaidInThePlural() {
        assertThat(Naming.allAre(7, pool("common-pool", PoolKind.FORK_JOIN)) + " taken")
                .isEqualTo("All 7 common-pool workers are taken");
        assertThat(Naming.workers(2, pool("netty-event-loops", PoolKind.EVENT_LOOPS)))
                .isEqualTo("2 event loops");
    }
}
