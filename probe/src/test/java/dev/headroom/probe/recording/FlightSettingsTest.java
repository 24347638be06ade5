package dev.headroom.probe.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.Configuration;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.SettingDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records this JVM. */
class FlightSettingsTest {

    private static final String READ = "jdk.SocketRead";

    @TempDir
    private Path folder;

    @Test
    void anotherRecordingThatThrottlesSocketReadsDoesNotThrottleOurs() throws Exception {
        EventType read = FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .filter(type -> type.getName().equals(READ))
                .findFirst()
                .orElseThrow();
        assumeTrue(read.getSettingDescriptors().stream()
                .map(SettingDescriptor::getName)
                .anyMatch("throttle"::equals));
        try (Recording other = new Recording(Configuration.getConfiguration("default"));
                Recording ours = new Recording()) {
            other.start();
            ours.setSettings(FlightSettings.WAITS);
            ours.enable("jdk.ActiveSetting");
            ours.start();
            ours.stop();

            assertThat(throttles(ours, read.getId()))
                    .as("what the JVM made of both")
                    .isNotEmpty()
                    .containsOnly(FlightSettings.WAITS.get(READ + "#throttle"));
        }
    }

    /** The agent asks for the same. */
    @Test
    void theSettingIsARate() {
        assertThat(FlightSettings.WAITS).containsAllEntriesOf(Map.of(READ + "#throttle", "1000000000/s"));
    }

    private List<String> throttles(Recording recording, long type) throws IOException {
        Path file = folder.resolve("settings.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.ActiveSetting")
                        && event.getLong("id") == type
                        && event.getString("name").equals("throttle"))
                .map((RecordedEvent event) -> event.getString("value"))
                .distinct()
                .toList();
    }
}
