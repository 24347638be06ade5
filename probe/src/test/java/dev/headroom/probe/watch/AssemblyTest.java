package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Observation.Jvm;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.look.Snapshots;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssemblyTest {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    /** One that only collects, for example. */
    @Test
    void ofAJvmThatAnswersNoLookTheLastNoteSaysSo(@TempDir Path repository) {
        Jvm jvm = new Jvm(ProcessHandle.current().pid(), "25", "any", List.of());
        try (JvmSession session = new JvmSession("agent", jvm, Optional.empty(), on -> {})) {
            session.flight(repository);
            session.look(Snapshots.of(BEGIN, List.of()));
            Window window = new Window(BEGIN.plusSeconds(5), Duration.ofSeconds(5));

            assertThat(session.observation(BEGIN, window).notes())
                    .anySatisfy(note -> assertThat(note).startsWith("waits were timed in 0 of 5 s"))
                    .last()
                    .isEqualTo("no look for 10 s: the JVM answers none, or they are further apart");
            session.silent("the JVM makes no thread dump: too late");
            assertThat(session.observation(BEGIN, window).notes())
                    .last()
                    .isEqualTo("the JVM makes no thread dump: too late");
        }
    }

    @Test
    void noTaskWaitsWhereCallersAreAsManyAsWorkersAtWork() {
        assertThat(Assembly.mayQueue(5.9, 6)).isFalse();
        assertThat(Assembly.mayQueue(0, 6)).isFalse();
        assertThat(Assembly.mayQueue(54, 6)).isTrue();
        assertThat(Assembly.mayQueue(3, 6))
                .as("callers with several tasks each")
                .isTrue();
    }
}
