package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Observation.Jvm;
import dev.headroom.probe.watch.JvmSession;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProcessIdTest {

    private static final ProcessId NOW = ProcessId.now(ProcessHandle.current().pid());
    private static final ProcessId EARLIER = new ProcessId(NOW.pid(), NOW.begun() - 1);

    @Test
    void aProcessWhoseNumberAnotherHasIsNoMore() {
        assertThat(NOW.isStill()).isTrue();
        assertThat(EARLIER.isStill()).isFalse();
    }

    @Test
    void aProcessWhoseBeginningIsNotToldIsTheOneThatHasItsNumber() {
        assertThat(new ProcessId(NOW.pid(), -1).isStill()).isTrue();
    }

    @Test
    void aProcessThatHasEndedIsNoMore() throws Exception {
        Process process = new ProcessBuilder("true").start();
        ProcessId id = ProcessId.now(process.pid());
        process.waitFor();
        assertThat(id.isStill()).isFalse();
    }

    @Test
    void aWatchTakesNoOtherProcessForItsOwn() {
        assertThat(isAlive(NOW)).isTrue();
        assertThat(isAlive(EARLIER)).isFalse();
    }

    private static boolean isAlive(ProcessId process) {
        Jvm jvm = new Jvm(process.pid(), "25", "test", List.of());
        try (JvmSession watch = new JvmSession("dump", jvm, Optional.of(process), on -> {})) {
            return watch.isAlive();
        }
    }
}
