package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.jvm.LinuxProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PauseClockTest {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Window WINDOW = new Window(BEGIN, Duration.ofSeconds(10));

    private static PauseClock readTwice(Optional<LinuxProcess> process) {
        PauseClock clock = new PauseClock(process);
        clock.read(BEGIN);
        clock.read(BEGIN.plusSeconds(10));
        return clock;
    }

    @Test
    void ofAJvmThatCannotBeAskedItIsNotKnownWhetherItWasStopped() {
        assertThat(readTwice(Optional.empty()).seconds(WINDOW)).isEmpty();
    }

    @Test
    void whatTheJvmCountsIsKnown() {
        Optional<LinuxProcess> here = LinuxProcess.of(ProcessHandle.current().pid());
        assertThat(readTwice(here).seconds(WINDOW).orElse(-1)).isNotNegative();
    }

    /** By an hour: else nothing would be read until it is over. */
    @Test
    void aClockThatIsSetBackIsReadOn() {
        PauseClock clock =
                new PauseClock(LinuxProcess.of(ProcessHandle.current().pid()));
        clock.read(BEGIN.plusSeconds(3600));
        clock.read(BEGIN);
        clock.read(BEGIN.plusSeconds(10));

        assertThat(clock.seconds(WINDOW).orElse(-1)).isNotNegative();
    }
}
