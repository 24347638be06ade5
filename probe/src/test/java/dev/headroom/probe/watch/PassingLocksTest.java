package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A cache loads a value under a lock that it makes for that load, and five wait for each. */
class PassingLocksTest {

    private static final int LOOKS = 20;

    private static Stack waiting(int lock) {
        Limited limited = new Limited("monitor#" + lock, "monitor", "cache.Reservation", LimitKind.LOCK);
        return Stacks.of(
                Thread.State.BLOCKED,
                limited,
                "cache.Reservation",
                "cache.Table.compute",
                "shop.Prices.find:12",
                "jetty.Server.run");
    }

    private static Stack parked(int lock) {
        Limited limited = new Limited("reentrant-lock#" + lock, "reentrant-lock", "", LimitKind.LOCK);
        return Stacks.of(
                Thread.State.TIMED_WAITING,
                limited,
                "java.util.concurrent.locks.ReentrantLock$NonfairSync",
                "jdk.internal.misc.Unsafe.park",
                "java.util.concurrent.locks.LockSupport.parkNanos",
                "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire",
                "java.util.concurrent.locks.ReentrantLock.tryLock",
                "shop.Seats.book:13",
                "jetty.Server.run");
    }

    private static List<Station> found(IntUnaryOperator locks, IntUnaryOperator first) {
        return found(locks, first, PassingLocksTest::waiting);
    }

    /**
     * @param locks waited for at a look
     * @param first of them at a look, by its number
     */
    private static List<Station> found(IntUnaryOperator locks, IntUnaryOperator first, IntFunction<Stack> waiting) {
        return found(locks, first, waiting, Map.of());
    }

    private static List<Station> found(
            IntUnaryOperator locks, IntUnaryOperator first, IntFunction<Stack> waiting, Map<Stack, Double> past) {
        Map<Stack, Double> mean = new HashMap<>();
        List<Snapshot> looks = IntStream.range(0, LOOKS)
                .mapToObj(i -> {
                    Map<Stack, Double> stacks = new HashMap<>();
                    IntStream.range(0, locks.applyAsInt(i))
                            .forEach(lock -> stacks.put(waiting.apply(first.applyAsInt(i) + lock), 5.0));
                    past.forEach(stacks::put);
                    stacks.forEach((stack, waiters) -> mean.merge(stack, waiters / LOOKS, Double::sum));
                    return Snapshots.of(
                            Instant.EPOCH.plusMillis(100L * i),
                            List.of(Snapshots.workers(StationKind.SERVLET_WORKERS, stacks)));
                })
                .toList();
        return ResourcesTest.found("workers", mean, looks);
    }

    @Test
    void locksThatComeAndGoAreOnePlaceWithAsManyAsAreHeldAtOnce() {
        assertThat(found(look -> 3, look -> 3 * look)).singleElement().satisfies(station -> {
            assertThat(station.kind()).isEqualTo(StationKind.LOCK);
            assertThat(station.maximum()).hasValue(3);
            assertThat(station.counted()).isTrue();
            assertThat(station.queued()).isCloseTo(15, within(0.01));
            assertThat(station.waiters())
                    .singleElement()
                    .satisfies(site -> assertThat(site.frame()).isEqualTo("shop.Prices.find:12"));
        });
    }

    private static final Stack LOADS = Stacks.of(
            Thread.State.TIMED_WAITING,
            "java.lang.Thread.sleep",
            "shop.Prices.load:30",
            "cache.Table.compute",
            "shop.Prices.find:12",
            "jetty.Server.run");

    @Test
    void whereMoreHoldOneThanAreWaitedForTheirNumberIsNoCapacity() {
        assertThat(found(look -> 1, look -> look, PassingLocksTest::waiting, Map.of(LOADS, 4.0)))
                .singleElement()
                .satisfies(station -> assertThat(station.maximum()).isEmpty());
    }

    @Test
    void oneAfterTheOtherIsOneAtATime() {
        assertThat(found(look -> 1, look -> look, PassingLocksTest::waiting, Map.of(LOADS, 1.0)))
                .singleElement()
                .satisfies(station -> assertThat(station.maximum()).hasValue(1));
    }

    private static final Stack LOADS_ELSEWHERE = Stacks.of(
            Thread.State.RUNNABLE,
            "shop.Other.load:31",
            "cache.Table.compute",
            "shop.Other.find:14",
            "jetty.Server.run");

    /** The same library makes the locks of both. */
    @Test
    void whoeverLoadsIntoAnotherMapHoldsNoneOfThese() {
        assertThat(found(look -> 1, look -> look, PassingLocksTest::waiting, Map.of(LOADS, 1.0, LOADS_ELSEWHERE, 1.0)))
                .singleElement()
                .satisfies(station -> assertThat(station.maximum()).hasValue(1));
    }

    /** As one for each aggregate, which is dropped when nobody waits for it. */
    @Test
    void locksOfTheJdkComeAndGoAsWell() {
        assertThat(found(look -> 3, look -> 3 * look, PassingLocksTest::parked))
                .singleElement()
                .satisfies(station -> {
                    assertThat(station.maximum()).hasValue(3);
                    assertThat(station.queued()).isCloseTo(15, within(0.01));
                });
    }

    @Test
    void whereTheirNumberChangesItIsNoCapacity() {
        assertThat(found(look -> 1 + look % 5, look -> 5 * look))
                .singleElement()
                .satisfies(station -> assertThat(station.maximum()).isEmpty());
    }

    @Test
    void locksThatLastAreEachALimitOfTheirOwn() {
        assertThat(found(look -> 3, look -> 0))
                .hasSize(3)
                .allSatisfy(station -> assertThat(station.maximum()).isEmpty());
    }
}
