package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A pool of connections for each of three shards, taken at one line: they are one limit, and are moved together. */
class SharesTest extends Simulated {

    private static final List<String> SHARDS = List.of("shard-0", "shard-1", "shard-2");
    private static final String LINE = "example.Dao.load:16";

    /** @param size of the pool of a shard, of which each is held for 100 ms */
    private static Measured shards(int size) {
        double x = SHARDS.size() * size / 0.1;
        double waiting = (60.0 - SHARDS.size() * size) / SHARDS.size();
        Seen.PoolBuilder workers = tomcat(x).waits(Activity.AWAITING_DOWNSTREAM, DATABASE, SHARDS.size() * size);
        Seen seen = Seen.during(60);
        for (String shard : SHARDS) {
            workers.waits(Activity.AWAITING_CONNECTION, shard, waiting, LINE);
            seen.resource(Seen.resource(shard, StationKind.CONNECTION_POOL)
                            .type("hikari")
                            .awaiting(Activity.AWAITING_CONNECTION)
                            .capacity(size)
                            .full(size, waiting)
                            .taken(20 * x)
                            .held(0.1))
                    .lever(shard, size, true);
        }
        return Measured.run(
                        USERS,
                        Counts.of(USERS, x, 60 / x, 60),
                        seen.pool(workers).lever(TOMCAT, 200, true))
                .alone(0.1, oneCalling());
    }

    /** Users go round by turns, so that the smallest holds all of them up. */
    private static double byTheSmallest(Stream<Double> factors) {
        return factors.mapToDouble(Double::doubleValue).min().orElse(1);
    }

    @Test
    void allOfThemAreMovedByOneMoveAndProvedAsOneLimit() {
        Diagnosis told = proved(
                shards(4),
                Rights.ALL,
                moved -> moved.getOrDefault(LINE, byTheSmallest(SHARDS.stream().map(shard -> of(moved, shard)))));

        assertThat(told.standing()).isEqualTo(Standing.PROVED);
        assertThat(told.bindingLimit().map(Limit::workers)).contains(OptionalInt.of(12));
        assertThat(told.remedy().orElseThrow().action()).contains("in all, 3 alike");
        assertThat(done).hasSize(1);
        Move move = done.getFirst().move();
        assertThat(move.factor()).isCloseTo(2, within(1e-9));
        assertThat(move.parts())
                .extracting(Part::from, Part::to)
                .singleElement()
                .hasToString("(12.0, 24.0)");
        assertThat(move.settings()).extracting(Part::target).containsExactlyElementsOf(SHARDS);
        assertThat(move.settings().stream().flatMapToDouble(part -> DoubleStream.of(part.from(), part.to())))
                .containsExactly(4.0, 8.0, 4.0, 8.0, 4.0, 8.0);
    }

    /** An executor of two threads for each shard, every task 100 ms. */
    @Test
    void soAreThePoolsOfThreadsThatAreReadAsOne() {
        Seen.PoolBuilder workers = tomcat(60);
        Seen seen = Seen.during(60);
        for (String shard : SHARDS) {
            workers.waits(Activity.AWAITING_POOL, shard, 20, LINE);
            seen.pool(Seen.pool(shard, StationKind.EXECUTOR)
                            .maximum(2)
                            .active(2)
                            .queue(18, 0)
                            .saturated(1)
                            .completed(20 * 60)
                            .byClock(0.1))
                    .lever(shard, 2, true);
        }
        Measured run = Measured.run(
                        USERS, Counts.of(USERS, 60, 1, 60), seen.pool(workers).lever(TOMCAT, 200, true))
                .alone(0.1, oneCalling());

        Diagnosis told = proved(run, Rights.ALL, moved -> of(moved, "shard"));

        assertThat(told.standing()).isEqualTo(Standing.PROVED);
        assertThat(done.getFirst().move().settings())
                .extracting(Part::target, Part::from, Part::to)
                .containsExactly(tuple("shard-0", 2.0, 4.0), tuple("shard-1", 2.0, 4.0), tuple("shard-2", 2.0, 4.0));
    }

    @Test
    void ofSomebodyElsesServiceNoneIsRaisedThatLetsOnePastAtATime() {
        Measured ones = shards(1);
        assertThat(new Campaign(Case.of(ones.measurement(), ones.diagnosis()), Rights.GUEST).next(done))
                .isEmpty();
        Measured more = shards(4);
        assertThat(new Campaign(Case.of(more.measurement(), more.diagnosis()), Rights.GUEST).next(done))
                .isPresent();
    }

    /** It stops who waits anywhere, and is none of what they wait for. */
    @Test
    void resourcesOfOneKindAreNotThrottlingThough() {
        Seen seen = Seen.during(60).throttled(1.2, 0.6);
        Seen.PoolBuilder workers = tomcat(40).doing(Activity.RUNNING, 50);
        for (String shard : SHARDS) {
            workers.waits(Activity.AWAITING_DOWNSTREAM, DATABASE, 2);
            seen.resource(Seen.resource(shard, StationKind.CONNECTION_POOL)
                            .type("hikari")
                            .awaiting(Activity.AWAITING_CONNECTION)
                            .capacity(10)
                            .taken(2_400)
                            .held(0.1))
                    .lever(shard, 10, true);
        }
        Measured run = Measured.run(USERS, Counts.of(USERS, 40, 1.5, 60), seen.pool(workers))
                .alone(0.1, oneCalling());
        assertThat(run.diagnosis().bindingLimit().map(Limit::kind)).contains(LimitKind.THROTTLING);

        assertThat(Case.of(run.measurement(), run.diagnosis())
                        .candidates()
                        .getFirst()
                        .setter())
                .isEmpty();
    }
}
