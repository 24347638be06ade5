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
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** One thread of a running JVM that does bind, though it goes few rounds. */
class SlowRoundsAtWorkTest {

    private static final double SECONDS = 10;
    private static final Random RANDOM = new Random(5);

    /** @param waiting whose callers wait for the clerk, of 45 */
    private static Optional<String> named(Activity doing, double waiting, double rounds, List<Double> departures) {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(45)
                        .waits(Activity.AWAITING_POOL, "clerk", waiting, "shop.Shop.lambda$main$1:27")
                        .doing(Activity.RUNNING, 45 - waiting))
                .pool(pool("clerk", StationKind.OTHER)
                        .maximum(1)
                        .active(1)
                        .saturated(1)
                        .doing(doing, 1, "shop.Slip.write:16"))
                .rounds("clerk", rounds);
        Counted counted = new Counted(new Measure(100, 1, "the kernel's sockets"), 45, 0, departures);
        return Doctor.inspect("shop", seen.observation(), Optional.of(counted))
                .found()
                .bindingLimit()
                .map(Limit::pool);
    }

    private static List<Double> atRandom(int events) {
        return DoubleStream.generate(() -> SECONDS * RANDOM.nextDouble())
                .limit(events)
                .sorted()
                .boxed()
                .toList();
    }

    /** One statement for each request over one connection of JDBC or of a Redis client: a read of a socket is no wait that the JVM counts, and its own queue is empty now and then. */
    @Test
    void whoWaitsInASocketBeginsNoWaitsThatAreCounted() {
        assertThat(named(Activity.AWAITING_DOWNSTREAM, 45, 3, atRandom(1000))).hasValue("clerk");
    }

    /** Four in each round, by clients that open a connection for each request: the few that were timed are a health check's. */
    @Test
    void whereFewOfTheAnswersWereTimedNothingIsKnownOfRounds() {
        assertThat(named(Activity.SLEEPING, 45, 25, atRandom(6))).hasValue("clerk");
    }
}
