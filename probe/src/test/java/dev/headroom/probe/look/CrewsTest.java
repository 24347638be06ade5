package dev.headroom.probe.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.StationKind;
import org.junit.jupiter.api.Test;

class CrewsTest {

    private final Crews crews = new Crews();

    private String of(long thread, String name) {
        return crews.of(thread, name, new PoolNames.Named(name, StationKind.OTHER))
                .name();
    }

    @Test
    void threadsWhoseNumberStandsWithinTheirNameAreOneCrew() {
        of(1, "shard-1-of-orders");
        assertThat(of(2, "shard-2-of-orders")).isEqualTo("shard-2-of-orders");
        assertThat(of(3, "shard-3-of-orders")).isEqualTo("shard-of-orders");
        assertThat(of(1, "shard-1-of-orders")).isEqualTo("shard-of-orders");
        assertThat(of(4, "stock")).isEqualTo("stock");
    }

    @Test
    void whereTwoThreadsHaveOneNameTheNumberIsThePools() {
        for (int pool = 1; pool <= 4; pool++) {
            of(pool, "pool-" + pool + "-of-orders");
            of(10 + pool, "pool-" + pool + "-of-orders");
        }
        assertThat(of(1, "pool-1-of-orders")).isEqualTo("pool-1-of-orders");
    }

    @Test
    void workersOfAnExecutorWhoseNumberStandsWithinTheirNameAreOneCrew() {
        for (int i = 1; i <= 4; i++) {
            String worker = "Camel (main) thread #" + i + " - Threads";
            assertThat(crews.of(i, worker, PoolNames.executor("java.util.concurrent.ThreadPoolExecutor", worker, false))
                            .name())
                    .isEqualTo(i < 3 ? worker : "Camel (main) thread - Threads");
        }
    }

    @Test
    void whatAnExecutorOwnsHasItsOwnName() {
        for (int i = 1; i <= 4; i++) {
            assertThat(crews.of(i, "pool-" + i + "-thread-1", new PoolNames.Named("pool-" + i, StationKind.EXECUTOR))
                            .name())
                    .isEqualTo("pool-" + i);
        }
    }

    /** A consumer of a broker waits in a selector when it asks for more. */
    @Test
    void whoStandsInASelectorNowAndThenIsOfTheCrewThatItsLikeAreOf() {
        for (int i = 0; i < 4; i++) {
            of(i, "orders-" + i + "-C");
        }
        assertThat(crews.of(0, "orders-0-C-1", new PoolNames.Named("orders-0-C", StationKind.EVENT_LOOPS)))
                .isEqualTo(new PoolNames.Named("orders-C", StationKind.OTHER));
        assertThat(of(0, "orders-0-C")).isEqualTo("orders-C");
    }

    @Test
    void groupsOfLoopsAreNotOne() {
        for (int i = 1; i <= 4; i++) {
            PoolNames.Named group = new PoolNames.Named("nioEventLoopGroup-" + i, StationKind.EVENT_LOOPS);
            assertThat(crews.of(i, "nioEventLoopGroup-" + i + "-1", group)).isEqualTo(group);
        }
    }
}
