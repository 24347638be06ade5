package dev.headroom.probe.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Observation.Window;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads the recording of this JVM. */
class RecordingReaderTest {

    private static final int MOST_SECONDS = 30;

    private final List<Instant> slept = new ArrayList<>();

    @Test
    @Tag("nightly")
    void whatIsForgottenIsThereNoMoreAndWhatComesAfterwardsIs() throws Exception {
        Map<String, String> settings = new HashMap<>(FlightSettings.ALWAYS);
        settings.putAll(FlightSettings.WAITS);
        try (Recording recording = new Recording()) {
            recording.setSettings(settings);
            recording.start();
            Instant begin = Instant.now();
            try (RecordingReader reader =
                    RecordingReader.open(Path.of(System.getProperty("jdk.jfr.repository")), wanted -> {})) {
                Window first = worked(reader);
                assertThat(reader.waits(first)).isNotEmpty();
                Instant covered = first.end().minusNanos((long) (1e9 * reader.covered(first)));
                assertThat((double) reader.waits(first).size())
                        .as("what began before it was followed is not said to be covered")
                        .isCloseTo(slept.stream().filter(covered::isBefore).count(), within(3.0));

                reader.forget(first.end());
                assertThat(reader.allocating(first)).isEmpty();
                assertThat(reader.waits(first)).isEmpty();

                Window second = worked(reader);
                assertThat(reader.waits(new Window(begin, Duration.between(begin, second.end()))))
                        .as("of the second time alone")
                        .hasSameSizeAs(reader.waits(second))
                        .isNotEmpty();
            }
        }
    }

    /** Allocates and sleeps until both were read. */
    private Window worked(RecordingReader reader) throws InterruptedException {
        Instant begin = Instant.now();
        List<byte[]> made = new ArrayList<>();
        while (Duration.between(begin, Instant.now()).toSeconds() < MOST_SECONDS) {
            for (int i = 0; i < 100; i++) {
                made.add(new byte[100_000]);
            }
            made.clear();
            Thread.sleep(10);
            slept.add(Instant.now());
            Window seen = new Window(begin, Duration.between(begin, Instant.now()));
            if (!reader.waits(seen).isEmpty() && !reader.allocating(seen).isEmpty()) {
                reader.await(seen.end(), Duration.ofSeconds(MOST_SECONDS));
                return seen;
            }
        }
        throw new AssertionError("nothing was read in " + MOST_SECONDS + " s");
    }
}
