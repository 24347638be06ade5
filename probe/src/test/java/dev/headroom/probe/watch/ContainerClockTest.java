package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ContainerClockTest {

    private static final Instant START = Instant.EPOCH;
    private static final Window WINDOW = new Window(START, Duration.ofSeconds(10));

    /** A look a second; each second 80 requests are answered that took 0.95 s each. */
    private static List<Snapshot> looks() {
        List<Snapshot> looks = new ArrayList<>();
        for (int second = -1; second <= 11; second++) {
            long requests = 1_000 + 80L * second;
            Snapshot.Connector connector =
                    new Snapshot.Connector("tomcat-8080", 8080, OptionalInt.of(80), 80, requests, 0, 0.95 * requests);
            looks.add(Snapshots.of(START.plusSeconds(second), List.of(), List.of(), List.of(connector)));
        }
        return looks;
    }

    @Test
    void theHoldingTimeIsWhatTheContainerAddedUpForEachRequestThatItCounted() {
        assertThat(ContainerClock.holding("tomcat-8080", looks(), WINDOW, 76)
                        .orElseThrow()
                        .value())
                .isCloseTo(0.95, within(1e-9));
    }

    @Test
    void requestsThatAreAnsweredLaterByOthersDoNotTellHowLongAWorkerIsHeld() {
        assertThat(ContainerClock.holding("tomcat-8080", looks(), WINDOW, 3)).isEmpty();
    }

    @Test
    void aPoolWithoutADoorHasNoSuchClock() {
        assertThat(ContainerClock.holding("tomcat-8081", looks(), WINDOW, 76)).isEmpty();
    }
}
