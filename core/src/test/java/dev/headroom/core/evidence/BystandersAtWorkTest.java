package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.testing.Seen;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Event loops of a running JVM hand 45 requests on to three workers; 200 are answered a second. */
class BystandersAtWorkTest {

    private static final double SECONDS = 10;

    private static Optional<String> named(Seen.PoolBuilder workers) {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS).maximum(4).active(0.1))
                .pool(workers.maximum(3).active(3).saturated(1).queueUnseen());
        Counted counted = new Counted(new Measure(200, 1, "the kernel's sockets"), 45, 0, List.of());
        return Doctor.inspect("shop", seen.observation(), Optional.of(counted))
                .found()
                .bindingLimit()
                .map(Limit::pool);
    }

    private static Seen.PoolBuilder sink(double perSecond) {
        return pool("sink", StationKind.EXECUTOR).waitsBegun(perSecond * SECONDS);
    }

    /** Three pollers that sleep for 1 ms and look whether there is anything: 15 waits for each request that is answered. */
    @Test
    void whoSleepsForFifteenTimesAsManyAsAreAnsweredServesNobody() {
        assertThat(named(sink(3000).doing(Activity.SLEEPING, 3, "shop.Poll.next:16")))
                .isEmpty();
    }
}
