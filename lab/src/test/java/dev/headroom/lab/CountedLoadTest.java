package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.load.recording.Counts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CountedLoadTest {

    private Instant shown = Instant.EPOCH;

    /** @param seconds that pass while the clock shows that {@code byClock} seconds passed */
    private Optional<String> clockSet(double seconds, double byClock) {
        long now = System.nanoTime();
        At load = new At();
        CountedLoad counted = new CountedLoad(load, () -> new Cpu(Map.of()), Optional.empty(), () -> shown);
        load.at = now - (long) (seconds * 1e9);
        shown = Instant.EPOCH.plusNanos((long) ((seconds - byClock) * 1e9));
        counted.tick();
        load.at = now;
        shown = Instant.EPOCH;
        counted.tick();
        return counted.clockSet();
    }

    @Test
    void aClockThatIsSetWhileTheLoadGoesOnIsToldOf() {
        assertThat(clockSet(60, 70)).hasValueSatisfying(why -> assertThat(why).contains("set by 10 s"));
        assertThat(clockSet(60, 50)).as("back").isPresent();
    }

    @Test
    void aClockThatIsPutRightLittleByLittleIsNot() {
        assertThat(clockSet(60, 60)).isEmpty();
        assertThat(clockSet(60, 61.5)).isEmpty();
        assertThat(clockSet(2, 2.8)).as("a thread that was held up").isEmpty();
    }

    /** Whose counts held at a moment that the test sets. */
    private static final class At extends UnaskedLoad {
        private long at;

        @Override
        public Counts counts() {
            return new Counts(at, 0, 0, 0, 0, 0, List.of());
        }
    }
}
