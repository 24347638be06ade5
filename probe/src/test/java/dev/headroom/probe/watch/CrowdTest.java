package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Jvm;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A JVM that gives each of its threads a name of its own. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CrowdTest {

    private static final int NAMES = 100_000;
    private static final int LOOKS = 20;
    private static final Instant BEGIN = Instant.EPOCH;

    @Test
    void ofAHundredThousandNamesThoseThatDoMostAreFollowedAndTheReaderIsTold() {
        Stack stack = Stacks.of(Thread.State.RUNNABLE, "shop.Work.run");
        try (JvmSession watch = new JvmSession("agent", new Jvm(0, "25", "", List.of()), Optional.empty(), on -> {})) {
            for (int at = 0; at < LOOKS; at++) {
                List<Snapshot.PoolLook> pools = new ArrayList<>();
                for (int name = 0; name < NAMES; name++) {
                    pools.add(pool(
                            name == 77 ? "busy" : "worker of look " + at + ", number " + name,
                            name == 77 ? 9 : 2,
                            stack));
                }
                watch.look(Snapshots.of(BEGIN.plusSeconds(at), pools));
            }
            Observation seen = watch.observation(BEGIN, new Window(BEGIN, Duration.ofSeconds(LOOKS)));
            assertThat(seen.pools())
                    .hasSize(Crowd.MOST)
                    .anySatisfy(pool -> assertThat(pool.name()).isEqualTo("busy"));
            assertThat(seen.notes()).anySatisfy(note -> assertThat(note).contains("those that do most were followed"));
        }
    }

    private static Snapshot.PoolLook pool(String name, int active, Stack stack) {
        return Snapshot.PoolLook.of(
                name, StationKind.EXECUTOR, active, OptionalInt.empty(), Map.of(stack, (double) active), false);
    }
}
