package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import dev.headroom.probe.look.Snapshots;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TakersTest {

    private static final Instant LOADED = Instant.EPOCH.plusSeconds(10);

    private static final Stack TAKES = takes("shop.Orders.place", 20);
    private static final Stack IDLE = takes("shop.Mailer.loop", 31);
    private static final Stack READS = new Stack(
            Thread.State.RUNNABLE,
            "",
            List.of("java.net.Socket.read", "org.small.Server.serve", "java.lang.Thread.run"),
            new int[] {Stack.LIBRARY, Stack.LIBRARY, Stack.LIBRARY},
            Optional.empty());

    private final List<Snapshot> looks = new ArrayList<>();

    private static Stack takes(String method, int line) {
        return Stacks.of(
                Thread.State.WAITING,
                "jdk.internal.misc.Unsafe.park",
                "java.util.concurrent.LinkedBlockingDeque.take",
                method + ":" + line,
                "org.small.Server.serve",
                "java.lang.Thread.run");
    }

    private void look(int times, Instant from, Map<Stack, Double> stacks) {
        for (int i = 0; i < times; i++) {
            looks.add(Snapshots.of(
                    from.plusMillis(100L * i),
                    List.of(PoolLook.of("handler", StationKind.OTHER, 60, OptionalInt.of(60), stacks, false))));
        }
    }

    private PoolLook loaded() {
        return Takers.apart(looks, LOADED).getLast().pools().getFirst();
    }

    @Test
    void whoTakesWhereNobodyStoodBeforeTheLoadServes() {
        look(15, Instant.EPOCH, Map.of(READS, 1.0, IDLE, 2.0));
        look(1, LOADED, Map.of(TAKES, 50.0, IDLE, 2.0));

        assertThat(loaded().active()).isEqualTo(50);
        assertThat(loaded().activities())
                .containsEntry(Activity.AWAITING_OTHER, 50.0)
                .containsEntry(Activity.IDLE, 2.0);
    }

    @Test
    void whoStoodThereBeforeTheLoadWaitsForWork() {
        look(15, Instant.EPOCH, Map.of(TAKES, 1.0));
        look(1, LOADED, Map.of(TAKES, 50.0));

        assertThat(loaded().active()).isZero();
        assertThat(loaded().activities()).containsEntry(Activity.IDLE, 50.0);
    }

    /** A synchronized method takes from the queue, and others wait to enter it: its owner is no idle thread, though nobody looked before. */
    @Test
    void whoOwnsALockForWhichOthersWaitServes() {
        Limited lock = new Limited("monitor#0", "monitor", "shop.Orders", LimitKind.LOCK);
        Snapshot.LimitLook held = new Snapshot.LimitLook(
                lock, OptionalInt.of(1), 1, OptionalInt.of(54), OptionalLong.empty(), Optional.of(TAKES));
        look(1, LOADED, Map.of(TAKES, 1.0, IDLE, 2.0));
        looks.set(0, looks.getFirst().with(looks.getFirst().pools(), List.of(held), List.of()));

        Snapshot read = Takers.apart(looks, LOADED).getFirst();

        assertThat(read.pools().getFirst().active()).isEqualTo(1);
        assertThat(read.limits().getFirst().holder().orElseThrow().reading().activity())
                .isEqualTo(Activity.AWAITING_OTHER);
    }

    @Test
    void whereFewLookedBeforeNothingIsKnown() {
        look(14, Instant.EPOCH, Map.of(READS, 1.0));
        look(1, LOADED, Map.of(TAKES, 50.0));

        assertThat(loaded().active()).isZero();
    }
}
