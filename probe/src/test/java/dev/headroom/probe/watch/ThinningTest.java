package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ThinningTest {

    private static final Instant BEGIN = Instant.EPOCH;
    private static final List<Snapshot> HOUR = anHour();

    /** One that is busier from hour to hour, looked at ten times a second for an hour. */
    private static List<Snapshot> anHour() {
        List<Snapshot> looks = new ArrayList<>();
        for (int i = 0; i < 36_000; i++) {
            double active = i / 36_000.0;
            looks.add(Snapshots.of(
                    BEGIN.plusMillis(100L * i),
                    List.of(new Snapshot.PoolLook(
                            "own",
                            StationKind.EXECUTOR,
                            1,
                            OptionalInt.of(1),
                            active,
                            OptionalInt.of(0),
                            OptionalLong.of(i),
                            Map.of(),
                            false))));
            Thinning.thin(looks);
        }
        return looks;
    }

    @Test
    void anHourKeepsItsMeansWithAThirdOfItsLooks() {
        Track track = Track.all(List.of("own"), HOUR, new Window(BEGIN, Duration.ofHours(1)))
                .getFirst();

        assertThat(HOUR).hasSizeLessThan(12_000);
        assertThat(track.mean(Snapshot.PoolLook::active)).isCloseTo(0.5, within(0.001));
        assertThat(track.completed().orElseThrow()).isCloseTo(36_000, within(10.0));
    }

    @Test
    void theFirstMinutesAndTheLastKeepAllTheirLooks() {
        assertThat(OverTime.within(HOUR, new Window(BEGIN, Duration.ofMinutes(4))))
                .hasSize(2401);
        assertThat(OverTime.within(HOUR, new Window(BEGIN.plus(Duration.ofMinutes(55)), Duration.ofMinutes(5))))
                .hasSize(3000);
    }
}
