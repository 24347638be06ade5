package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import dev.headroom.probe.look.Snapshots;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Virtual threads of a counter whose clerks take orders from a queue, and of requests. */
class VirtualCrewsTest {

    private static final Instant LOADED = Instant.EPOCH.plusSeconds(100);
    private static final String CREW = "virtual Counter.lambda$new$0";

    private static final Stack TAKES = Stacks.of(
            Thread.State.WAITING,
            "java.lang.VirtualThread.park",
            "java.lang.System$1.parkVirtualThread",
            "java.util.concurrent.locks.LockSupport.park",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionNode.block",
            "java.util.concurrent.ForkJoinPool.unmanagedBlock",
            "java.util.concurrent.ForkJoinPool.managedBlock",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await",
            "java.util.concurrent.LinkedBlockingQueue.take",
            "shop.Counter.lambda$new$0:17",
            "java.lang.VirtualThread.run");
    private static final Stack SLEEPS = Stacks.of(
            Thread.State.TIMED_WAITING,
            "java.lang.VirtualThread.parkNanos",
            "java.lang.VirtualThread.sleepNanos",
            "java.lang.Thread.sleepNanos",
            "java.lang.Thread.sleep",
            "shop.Counter.lambda$new$0:17",
            "java.lang.VirtualThread.run");
    private static final Stack REQUEST = Stacks.of(
            Thread.State.WAITING,
            "java.lang.VirtualThread.park",
            "java.util.concurrent.CountDownLatch.await",
            "shop.Api.get:17",
            "org.springframework.Dispatcher.dispatch",
            "org.apache.tomcat.Worker.run",
            "java.lang.VirtualThread.run");
    private static final Stack OWN_REQUEST = Stacks.of(
            Thread.State.WAITING,
            "java.lang.VirtualThread.park",
            "java.util.concurrent.CountDownLatch.await",
            "shop.Listener.lambda$accept$1:17",
            "java.lang.VirtualThread.run");

    private final List<Snapshot> looks = new ArrayList<>();

    private VirtualCrewsTest look(int times, Instant from, Map<Stack, Double> stacks) {
        int workers = (int) stacks.values().stream().mapToDouble(one -> one).sum();
        for (int i = 0; i < times; i++) {
            looks.add(Snapshots.of(
                    from.plusMillis(100L * i),
                    List.of(PoolLook.of(
                            PoolNames.VIRTUAL_THREADS,
                            StationKind.VIRTUAL_THREADS,
                            workers,
                            OptionalInt.empty(),
                            stacks,
                            false))));
        }
        return this;
    }

    private Map<String, PoolLook> pools() {
        Map<String, PoolLook> pools = new HashMap<>();
        VirtualCrews.apart(looks, LOADED).getLast().pools().forEach(pool -> pools.put(pool.name(), pool));
        return pools;
    }

    private VirtualCrewsTest counter() {
        return look(3, Instant.EPOCH, Map.of(REQUEST, 1.0)) // they begin a little later
                .look(30, Instant.EPOCH.plusSeconds(10), Map.of(TAKES, 7.0, REQUEST, 1.0))
                .look(30, LOADED, Map.of(SLEEPS, 6.9, TAKES, 0.2, REQUEST, 53.0, OWN_REQUEST, 2.0));
    }

    @Test
    void thoseThatAreAsManyBeforeTheLoadAsUnderItAreAPool() {
        PoolLook crew = counter().pools().get(CREW);
        assertThat(crew.kind()).isEqualTo(StationKind.OTHER);
        assertThat(crew.maximum()).hasValue(7);
        assertThat(crew.active()).as("who sleeps is at work").isEqualTo(6.9);
        assertThat(crew.stacks().keySet())
                .extracting(stack -> stack.reading().activity())
                .containsExactlyInAnyOrder(Activity.SLEEPING, Activity.IDLE);
        PoolLook rest = pools().get(PoolNames.VIRTUAL_THREADS);
        assertThat(rest.stacks()).containsOnlyKeys(REQUEST, OWN_REQUEST);
        assertThat(rest.workers()).isEqualTo(55);
    }

    @Test
    void beforeTheLoadTheyIdle() {
        counter();
        assertThat(VirtualCrews.apart(looks, LOADED).get(10).pools())
                .filteredOn(pool -> pool.name().equals(CREW))
                .singleElement()
                .satisfies(crew -> assertThat(crew.active()).isZero());
    }

    @Test
    void thoseThatComeWithTheLoadAreOfRequests() {
        look(30, Instant.EPOCH, Map.of(OWN_REQUEST, 1.0)).look(30, LOADED, Map.of(OWN_REQUEST, 60.0));
        assertThat(pools()).containsOnlyKeys(PoolNames.VIRTUAL_THREADS);
    }

    /** As of a JVM that is watched under its own load: there is no time before it. */
    @Test
    void whereNothingWasSeenBeforeTheLoadNoneAreApart() {
        look(30, LOADED, Map.of(SLEEPS, 7.0, REQUEST, 53.0));
        assertThat(pools()).containsOnlyKeys(PoolNames.VIRTUAL_THREADS);
    }
}
