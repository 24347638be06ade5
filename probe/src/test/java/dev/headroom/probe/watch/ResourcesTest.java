package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResourcesTest {

    private static final Limited PERMITS = new Limited("semaphore#3", "semaphore", "", LimitKind.SEMAPHORE);

    /** A worker of Jetty that is kept for the next request. */
    private static final Stack RESERVED = parked(
            "java.util.concurrent.Semaphore.tryAcquire",
            "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.waitForTask",
            "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.run",
            "java.lang.Thread.run");

    private static final Stack CALLER = parked(
            "java.util.concurrent.Semaphore.acquire",
            "shop.Orders.place",
            "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.run",
            "java.lang.Thread.run");

    /** Each task of Jetty's pool of virtual threads waits for a permit before it begins. */
    private static final Stack TASK = parked(
            "java.util.concurrent.Semaphore.acquire",
            "org.eclipse.jetty.util.thread.VirtualThreadPool.lambda$execute$0",
            "java.lang.VirtualThread.run");

    private static Stack parked(String... frames) {
        return Stacks.of(Thread.State.WAITING, PERMITS, "", frames);
    }

    private static List<Station> found(Map<Stack, Double> stacks, int waiting) {
        Snapshot.PoolLook pool = new Snapshot.PoolLook(
                "jetty",
                StationKind.SERVLET_WORKERS,
                10,
                OptionalInt.of(200),
                1,
                OptionalInt.of(0),
                OptionalLong.empty(),
                stacks,
                true);
        Snapshot.LimitLook limit = new Snapshot.LimitLook(
                PERMITS, OptionalInt.empty(), 0, OptionalInt.of(waiting), OptionalLong.empty(), Optional.empty());
        return found("jetty", stacks, looks(look -> Snapshots.of(at(look), pool, limit)));
    }

    private static Instant at(int look) {
        return Instant.EPOCH.plusMillis(100L * look);
    }

    private static List<Snapshot> looks(IntFunction<Snapshot> each) {
        return IntStream.range(0, 20).mapToObj(each).toList();
    }

    /** @param stacks of that pool on average */
    static List<Station> found(String pool, Map<Stack, Double> stacks, List<Snapshot> looks) {
        Window window = new Window(Instant.EPOCH, Duration.ofSeconds(2));
        Map<String, Map<Stack, Double>> all = Map.of(pool, stacks);
        Waiters waiters = new Waiters(looks, window, Set.of(), SleepLines.NONE);
        StationIds ids = StationIds.of(looks, all, waiters);
        Waits waits = new Waits(all, Map.of(), Map.of(), target -> false, waiters, ids);
        return new Resources(looks, window, waits).found();
    }

    @Test
    void aWorkerWithoutATaskWaitsForNoPermitThoughItIsWokenByOne() {
        assertThat(found(Map.of(RESERVED, 1.0), 1)).isEmpty();
    }

    @Test
    void whoeverElseWaitsThereDoes() {
        assertThat(found(Map.of(RESERVED, 1.0, CALLER, 3.0), 4)).singleElement().satisfies(station -> {
            assertThat(station.kind()).isEqualTo(StationKind.SEMAPHORE);
            assertThat(station.queued()).isCloseTo(3, within(1e-9));
        });
    }

    @Test
    void anObjectOfTheJdkThatALibraryUsesIsCalledByTheLibrary() {
        assertThat(found(Map.of(TASK, 30.0), 30))
                .singleElement()
                .satisfies(station -> assertThat(station.name()).isEqualTo("VirtualThreadPool"));
        assertThat(found(Map.of(CALLER, 3.0), 3))
                .singleElement()
                .satisfies(station -> assertThat(station.name()).isEqualTo("Orders"));
    }

    private static Station queue(IntUnaryOperator inUse) {
        Limited objects = new Limited("blocking-queue#1", "blocking-queue", "", LimitKind.OBJECT_POOL);
        Stack taking = Stacks.of(
                Thread.State.WAITING,
                objects,
                "",
                "java.util.concurrent.ArrayBlockingQueue.poll",
                "shop.Orders.place:7",
                "jetty.Server.run");
        Map<Stack, Double> stacks = Map.of(taking.serving(), 50.0);
        Snapshot.PoolLook pool = Snapshots.workers(StationKind.EXECUTOR, stacks);
        List<Snapshot> looks = looks(look -> Snapshots.of(
                at(look),
                pool,
                new Snapshot.LimitLook(
                        objects,
                        OptionalInt.of(2),
                        inUse.applyAsInt(look),
                        OptionalInt.of(50),
                        OptionalLong.empty(),
                        Optional.empty())));
        return found("workers", stacks, looks).getFirst();
    }

    /** A pool that makes its objects as they are asked for: as many as ever lay in its queue are not all. */
    @Test
    void asManyAsEverLayInAQueueAreNotAllWhereSomeLieThereThoughOthersWait() {
        assertThat(queue(look -> 2).maximum()).hasValue(2);
        assertThat(queue(look -> 2).counted()).isFalse();
        assertThat(queue(look -> look % 5 == 0 ? 1 : 2)).satisfies(station -> {
            assertThat(station.maximum()).isEmpty();
            assertThat(station.active()).isZero();
            assertThat(station.queued()).isEqualTo(50);
        });
    }
}
