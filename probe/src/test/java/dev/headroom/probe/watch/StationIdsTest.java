package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Jvm;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Snapshot.LimitLook;
import dev.headroom.probe.look.Snapshot.PoolLook;
import dev.headroom.probe.look.Snapshots;
import dev.headroom.probe.threads.Grouping;
import dev.headroom.probe.threads.SeenThread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What an observation speaks of has an id that nothing else in it has. */
class StationIdsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Window WINDOW = new Window(START, Duration.ofSeconds(9));
    private static final Limited HIKARI =
            new Limited("hikari#2", "java.util.concurrent.Semaphore", "orders", LimitKind.SEMAPHORE);
    private static final Stack WAITS = Stacks.of(
            Thread.State.WAITING,
            HIKARI,
            "java.util.concurrent.Semaphore$NonfairSync",
            "jdk.internal.misc.Unsafe.park",
            "java.util.concurrent.locks.LockSupport.park",
            "java.util.concurrent.Semaphore.acquire",
            "shop.Orders.take:7");

    private static Observation observation(List<PoolLook> pools, List<LimitLook> limits, List<Adjustable> levers) {
        try (JvmSession session =
                new JvmSession("test", new Jvm(1, "25", "test", List.of()), Optional.empty(), reads -> {})) {
            for (int second = 0; second < 10; second++) {
                session.look(Snapshots.of(START.plusSeconds(second), pools).with(pools, limits, levers));
            }
            return session.observation(START, WINDOW);
        }
    }

    private static Observation waiting(String pool) {
        return observation(
                List.of(Snapshots.full(pool, 4, Map.of(WAITS, 4.0))),
                List.of(new LimitLook(
                        HIKARI, OptionalInt.of(2), 2, OptionalInt.of(4), OptionalLong.empty(), Optional.empty())),
                List.of(new Adjustable("hikari#2", 2, true, "setPermits")));
    }

    private static Station limit(Observation observation) {
        return observation.stations().stream()
                .filter(station -> station.kind() == StationKind.SEMAPHORE)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aLimitKeepsItsIdWhereNoPoolIsCalledSo() {
        Observation observation = waiting("orders");

        assertThat(observation.stations()).extracting(Station::id).containsExactly("orders", "hikari#2");
        assertThat(observation.stations().getFirst().waits())
                .extracting(Station.Wait::target)
                .containsExactly("hikari#2");
        assertThat(observation.levers()).extracting(Adjustable::target).containsExactly("hikari#2");
    }

    @Test
    void aLimitThatHasThePoolsNameForItsIdHasAnotherAndWhoWaitsForItSaysThat() {
        Observation observation = waiting("hikari#2");

        assertThat(observation.stations()).extracting(Station::id).containsExactly("hikari#2", "hikari#2#2");
        assertThat(limit(observation).id()).isEqualTo("hikari#2#2");
        assertThat(limit(observation).name()).isEqualTo("orders");
        assertThat(observation.stations().getFirst().waits())
                .extracting(Station.Wait::target)
                .containsExactly("hikari#2#2");
    }

    @Test
    void nobodyMovesWhatMayBeOneOrTheOther() {
        assertThat(waiting("hikari#2").levers()).isEmpty();
    }

    @Test
    void twoGroupsOfADumpThatBearOneNameAreTwoStations() {
        Grouping grouping = new Grouping((thread, pool) -> {});
        List<SeenThread> threads = new ArrayList<>();
        Stack executes =
                Stacks.of(Thread.State.RUNNABLE, "shop.Work.run", "java.util.concurrent.ThreadPoolExecutor$Worker.run");
        Stack forks =
                Stacks.of(Thread.State.RUNNABLE, "shop.Work.sum", "java.util.concurrent.ForkJoinWorkerThread.run");
        IntStream.range(0, 2).forEach(i -> threads.add(new SeenThread(i, "orders-" + i, executes)));
        IntStream.range(0, 8).forEach(i -> threads.add(new SeenThread(100 + i, "orders-" + i, forks)));

        Observation observation = observation(grouping.group(threads), List.of(), List.of());

        assertThat(observation.stations()).extracting(Station::id).containsExactly("orders", "orders#2");
        assertThat(observation.stations()).extracting(Station::workers).containsExactly(2.0, 8.0);
    }
}
