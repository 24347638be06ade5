package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KindsAtWorkTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final Stack VIEW = sleeping("shop.Pause.make", "shop.Shop.view", "shop.Shop.handle");
    private static final Stack ORDER = sleeping("shop.Pause.make", "shop.Shop.order", "shop.Shop.handle");
    private static final Stack SHARED = sleeping("shop.Pause.make", "shop.Shop.handle");

    private final List<Snapshot> looks = new ArrayList<>();

    private static Stack sleeping(String... application) {
        List<String> frames = new ArrayList<>(List.of("java.lang.Thread.sleep"));
        frames.addAll(List.of(application));
        return Stacks.of(Thread.State.TIMED_WAITING, frames);
    }

    private Window looks(int from, Map<Stack, Double> stacks) {
        for (int i = from; i < from + 10; i++) {
            Snapshot.PoolLook pool = Snapshots.full("pool", 6, stacks);
            looks.add(Snapshots.of(START.plusMillis(100L * i), List.of(pool)));
        }
        return new Window(START.plusMillis(100L * from), Duration.ofMillis(900));
    }

    private Map<String, Double> holders(Window loaded, Map<String, Window> alone, Map<String, String> after) {
        return new KindsAtWork(looks, alone, after).holders(loaded).getOrDefault("pool", Map.of());
    }

    @Test
    void aHolderIsOfTheKindWhoseLineItStandsAt() {
        Window view = looks(0, Map.of(VIEW, 1.0));
        Window order = looks(20, Map.of(ORDER, 1.0));
        Window loaded = looks(40, Map.of(VIEW, 2.0, ORDER, 4.0));

        Map<String, Double> holders = holders(loaded, Map.of("view", view, "order", order), Map.of());

        assertThat(holders).containsOnlyKeys("view", "order");
        assertThat(holders.get("view")).isCloseTo(2, within(1e-9));
        assertThat(holders.get("order")).isCloseTo(4, within(1e-9));
    }

    @Test
    void linesThatSeveralKindsShareTellNothing() {
        Window view = looks(0, Map.of(SHARED, 1.0));
        Window order = looks(20, Map.of(SHARED, 1.0));
        Window loaded = looks(40, Map.of(SHARED, 6.0));

        assertThat(holders(loaded, Map.of("view", view, "order", order), Map.of()))
                .containsOnlyKeys("");
    }

    @Test
    void aStackThatNoKindWasSeenAtIsOfNone() {
        Window view = looks(0, Map.of(VIEW, 1.0));
        Window order = looks(20, Map.of(SHARED, 1.0));
        Window loaded = looks(40, Map.of(ORDER, 6.0));

        assertThat(holders(loaded, Map.of("view", view, "order", order), Map.of()))
                .containsOnlyKeys("");
    }

    @Test
    void theLinesOfAStepAreThoseThatTheStepsBeforeItDoNotStandAt() {
        Window cart = looks(0, Map.of(VIEW, 1.0));
        Window cartAndOrder = looks(20, Map.of(VIEW, 0.5, ORDER, 0.5));
        Window loaded = looks(40, Map.of(VIEW, 2.0, ORDER, 4.0));

        Map<String, Double> holders =
                holders(loaded, Map.of("cart", cart, "order", cartAndOrder), Map.of("order", "cart"));

        assertThat(holders).containsOnlyKeys("cart", "order");
        assertThat(holders.get("order")).isCloseTo(4, within(1e-9));
    }
}
