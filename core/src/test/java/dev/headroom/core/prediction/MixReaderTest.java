package dev.headroom.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Three of four views that take 30 ms and one order that takes 200 ms: known answers of a closed network with two classes. */
class MixReaderTest {

    private static final Optional<Limit> POOL =
            Optional.of(new Limit(LimitKind.CONNECTION_POOL, "orders", OptionalInt.of(6)));

    private static KindOfRequest kind(String name, int turns, double alone, double demand) {
        return new KindOfRequest(
                name,
                turns,
                turns / 4.0,
                0,
                Optional.of(Measure.exact(alone, "a test")),
                OptionalDouble.of(demand),
                OptionalDouble.of(demand > 0 ? 1 : 0),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                KindOfRequest.Evidence.NONE);
    }

    private static Load closed(int users, int seconds) {
        return new Load.Closed(
                users,
                Duration.ZERO,
                Duration.ZERO,
                new Until.Elapsed(Duration.ofSeconds(seconds)),
                Transport.DEFAULT,
                Optional.empty());
    }

    private static Prediction predict(Load load, Optional<Limit> limit, KindOfRequest... kinds) {
        Observation nothing = Seen.during(10).observation();
        return Simulation.run(
                load, MixReader.read(List.of(kinds), limit, nothing).orElseThrow());
    }

    @Test
    void manyUsersGetTheCeilingOfTheMix() {
        Prediction seen = predict(closed(60, 60), POOL, kind("view", 3, 0.03, 0.03), kind("order", 1, 0.2, 0.2));

        // m / sum of p D, and R = N / X
        double ceiling = 6 / (0.75 * 0.03 + 0.25 * 0.2);
        assertThat(seen.throughput().perSecond()).isCloseTo(ceiling, within(0.02 * ceiling));
        assertThat(Times.seconds(seen.mean())).isCloseTo(60 / ceiling, within(0.03 * 60 / ceiling));
    }

    @Test
    void oneUserGetsEachKindsOwnTime() {
        Prediction seen = predict(closed(1, 100), POOL, kind("view", 3, 0.03, 0.01), kind("order", 1, 0.2, 0.2));

        assertThat(seen.throughput().perSecond()).isCloseTo(1 / (0.75 * 0.03 + 0.25 * 0.2), within(0.1));
        assertThat(Times.seconds(seen.p50())).isCloseTo(0.03, within(1e-6));
        assertThat(Times.seconds(seen.p95())).isCloseTo(0.2, within(1e-6));
    }

    @Test
    void aKindThatDoesNotUseTheLimitDoesNotWaitForIt() {
        Prediction seen = predict(closed(60, 60), POOL, kind("view", 3, 0.02, 0), kind("order", 1, 0.2, 0.2));

        double ceiling = 6 / (0.25 * 0.2);
        assertThat(seen.throughput().perSecond()).isCloseTo(ceiling, within(0.03 * ceiling));
        assertThat(Times.seconds(seen.p50())).isCloseTo(0.02, within(1e-6));
    }

    @Test
    void whereNothingBindsAnOpenLoadGetsEachKindsOwnTime() {
        Load open = new Load.Open(Rate.perSecond(40), Duration.ofSeconds(20), Transport.DEFAULT, Optional.empty());
        Prediction seen = predict(open, Optional.empty(), kind("view", 3, 0.03, 0), kind("order", 1, 0.2, 0));

        assertThat(Times.seconds(seen.mean())).isCloseTo(0.75 * 0.03 + 0.25 * 0.2, within(1e-3));
    }

    @Test
    void oneKindOrALimitThatIsNoQueueIsLeftToOthers() {
        KindOfRequest view = kind("view", 3, 0.03, 0.03);
        Observation nothing = Seen.during(10).observation();

        assertThat(MixReader.read(List.of(view), POOL, nothing)).isEmpty();
        assertThat(MixReader.read(
                        List.of(view, kind("order", 1, 0.2, 0.2)),
                        Optional.of(new Limit(LimitKind.RATE_LIMITER, "partner", OptionalInt.of(100))),
                        nothing))
                .isEmpty();
    }
}
