package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** 60 users get 20 responses/s, for which Tomcat's workers wait for executors of one thread each, every task 0.1 s. */
class PartedPoolTest {

    private static final Load.Closed LOAD = Counts.closed(60, 0, new Until.Iterations(10));

    private static Seen.PoolBuilder shard(String name, double share) {
        return pool(name, StationKind.EXECUTOR)
                .maximum(1)
                .active(1)
                .queue(29 * share, 0)
                .saturated(1)
                .completed(1000 * share)
                .byClock(0.1);
    }

    private static Seen loaded(double workers) {
        return Seen.during(50)
                .pool(tomcat(200)
                        .active(60)
                        .completed(1000)
                        .waitsForPool("shard-1", workers / 2)
                        .waitsForPool("shard-2", workers / 2));
    }

    private static Diagnosis diagnosis(Seen seen) {
        return Measured.run(LOAD, Counts.of(LOAD, 20, 3, 50), seen).alone(0.1).diagnosis();
    }

    @Test
    void fullPoolsWhoseNamesDifferByANumberAreOneLimit() {
        Diagnosis diagnosis = diagnosis(loaded(60).pool(shard("shard-1", 0.5)).pool(shard("shard-2", 0.5)));

        assertThat(diagnosis.bindingLimit()).as(diagnosis.summary()).hasValueSatisfying(limit -> {
            assertThat(limit.pool()).isEqualTo("shard");
            assertThat(limit.workers()).hasValue(2);
        });
        assertThat(diagnosis.standing()).as(diagnosis.summary()).isEqualTo(Standing.SUPPORTED);
        assertThat(diagnosis.ceiling().orElseThrow().value()).isBetween(19.9, 20.1);
        assertThat(diagnosis.remedy().orElseThrow().action())
                .startsWith("See first that shard does not let one past at a time")
                .contains("Raise shard from 2 to at least 60 threads in all, 2 alike");
    }

    @Test
    void whereOneOfThemIsFullItAloneIsTheLimit() {
        Diagnosis diagnosis = diagnosis(Seen.during(50)
                .pool(tomcat(200).active(60).completed(1000).waitsForPool("shard-1", 59))
                .pool(shard("shard-1", 1).byClock(0.05))
                .pool(pool("shard-2", StationKind.EXECUTOR)
                        .maximum(1)
                        .active(0.4)
                        .queue(0, 0)
                        .completed(200)));

        assertThat(diagnosis.bindingLimit()).as(diagnosis.summary()).hasValueSatisfying(limit -> {
            assertThat(limit.pool()).isEqualTo("shard-1");
            assertThat(limit.workers()).hasValue(1);
        });
    }

    /** By thread dumps: whoever waits stands on virtual threads. */
    @Test
    void whoseQueuesAreNotSeenAreOneAsWell() {
        Observation seen = Seen.during(50)
                .pool(pool("shard-1", StationKind.EXECUTOR).maximum(1).active(1).queueUnseen())
                .pool(pool("shard-2", StationKind.EXECUTOR).maximum(1).active(1).queueUnseen())
                .pool(pool("shard-3", StationKind.EXECUTOR)
                        .maximum(1)
                        .active(0.4)
                        .queueUnseen())
                .observation();

        assertThat(PartedPool.in(seen)).containsExactly(new PartedPool("shard", Set.of("shard-1", "shard-2")));
    }

    @Test
    void poolsOfOtherNamesAreNotOne() {
        Diagnosis diagnosis = diagnosis(Seen.during(50)
                .pool(tomcat(200)
                        .active(60)
                        .completed(1000)
                        .waitsForPool("orders", 30)
                        .waitsForPool("prices", 30))
                .pool(shard("orders", 0.5))
                .pool(shard("prices", 0.5)));

        assertThat(diagnosis.bindingLimit())
                .as(diagnosis.summary())
                .hasValueSatisfying(limit -> assertThat(limit.workers()).hasValue(1));
    }

    /** By the names that the JDK gives: workers of the one wait for two tasks each of the other. */
    @Test
    void ofPoolsOfWhichOneWaitsForTheOtherEachIsALimitOfItsOwn() {
        Diagnosis diagnosis = diagnosis(Seen.during(50)
                .pool(tomcat(200).active(60).completed(1000).waitsForPool("pool-1", 60))
                .pool(pool("pool-1", StationKind.EXECUTOR)
                        .maximum(4)
                        .active(4)
                        .queue(56, 0)
                        .saturated(1)
                        .completed(1000)
                        .byClock(0.2)
                        .waitsForPool("pool-2", 4))
                .pool(pool("pool-2", StationKind.EXECUTOR)
                        .maximum(4)
                        .active(4)
                        .queue(4, 0)
                        .saturated(1)
                        .completed(2000)
                        .byClock(0.1)));

        assertThat(diagnosis.bindingLimit()).as(diagnosis.summary()).hasValueSatisfying(limit -> {
            assertThat(limit.pool()).isEqualTo("pool-2");
            assertThat(limit.workers()).hasValue(4);
        });
        assertThat(diagnosis.ceiling().orElseThrow().value()).isBetween(19.9, 20.1);
    }

    @Test
    void whoGivesTasksToSeveralThatAreOneIsNoneOfThem() {
        Observation seen = Seen.during(50)
                .pool(pool("pool-1", StationKind.EXECUTOR)
                        .maximum(1)
                        .active(1)
                        .queue(50, 0)
                        .waitsForPool("pool-2", 0.5)
                        .waitsForPool("pool-3", 0.5))
                .pool(pool("pool-2", StationKind.EXECUTOR).maximum(1).active(1).queue(5, 0))
                .pool(pool("pool-3", StationKind.EXECUTOR).maximum(1).active(1).queue(5, 0))
                .observation();

        assertThat(PartedPool.in(seen)).containsExactly(new PartedPool("pool", Set.of("pool-2", "pool-3")));
    }

    /** By the JDK's names; a backlogged batch has the second. */
    private static List<PartedPool> twoOfOneName(String secondRuns, String secondIsAwaitedAt) {
        Seen.PoolBuilder callers =
                tomcat(200).active(60).waits(Activity.AWAITING_POOL, "pool-1", 30, "shop.Orders.load:12");
        if (!secondIsAwaitedAt.isEmpty()) {
            callers.waits(Activity.AWAITING_POOL, "pool-2", 30, secondIsAwaitedAt);
        }
        return PartedPool.in(Seen.during(50)
                .pool(callers)
                .pool(tenOf("pool-1", "shop.Orders.read:31"))
                .pool(tenOf("pool-2", secondRuns))
                .observation());
    }

    private static Seen.PoolBuilder tenOf(String name, String line) {
        return pool(name, StationKind.EXECUTOR)
                .maximum(10)
                .active(10)
                .queue(20, 0)
                .doing(Activity.SLEEPING, 10, line);
    }

    @Test
    void poolsOfOneNameAreOneWhereTheyDoTheSame() {
        assertThat(twoOfOneName("shop.Orders.read:31", "shop.Orders.load:12"))
                .containsExactly(new PartedPool("pool", Set.of("pool-1", "pool-2")));
        assertThat(twoOfOneName("shop.Batch.write:7", "")).isEmpty();
        assertThat(twoOfOneName("shop.Batch.write:7", "shop.Orders.load:12")).isEmpty();
        assertThat(twoOfOneName("shop.Orders.read:31", "")).isEmpty();
    }

    @Test
    void ofTwoThatWouldHaveOneNameNoneIsMade() {
        assertThat(PartedPool.in(Seen.during(50)
                        .pool(tenOf("pool-1", "shop.Orders.read:31"))
                        .pool(tenOf("pool-2", "shop.Batch.write:7"))
                        .pool(tenOf("pool-3", "shop.Orders.read:31"))
                        .pool(tenOf("pool-4", "shop.Batch.write:7"))
                        .observation()))
                .isEmpty();
    }
}
