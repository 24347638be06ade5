package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JcmdFlightTest {

    @Test
    void aRecorderWhoseFilesAreLargerThanAllThatIsKeptIsBoundedByNothing() {
        assertThat(JcmdFlight.isBounded(12.0, "MB")).isTrue();
        assertThat(JcmdFlight.isBounded(32.0, "MB")).isTrue();
        assertThat(JcmdFlight.isBounded(900.0, "kB")).isTrue();
        assertThat(JcmdFlight.isBounded(32.1, "MB")).isFalse();
        assertThat(JcmdFlight.isBounded(1.0, "GB")).isFalse();
    }
}
