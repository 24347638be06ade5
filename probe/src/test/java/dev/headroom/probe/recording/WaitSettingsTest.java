package dev.headroom.probe.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitSettingsTest {

    private static final long READ = 7;
    private static final long SLEEP = 9;
    private static final String ALL = "1000000000/s";

    private final WaitSettings settings = new WaitSettings();
    private final List<Long> records = new ArrayList<>();

    WaitSettingsTest() {
        settings.type(READ, "jdk.SocketRead");
        settings.type(SLEEP, "jdk.ThreadSleep");
        settings.type(11, "jdk.FileRead");
    }

    /** JDK 25's default recording beside Headroom's. */
    @Test
    void theWaitsOfAnotherRecordingAreNotAllUntilOursIsOn() {
        told(100, READ, "1 ms", "100/s");
        told(100, SLEEP, "20 ms", "");
        assertThat(flushed()).isEmpty();

        told(300, SLEEP, "5000000 ns", "");
        told(200, SLEEP, "20 ms", "");
        told(200, READ, "1 ms", ALL);
        told(300, READ, "1 ms", ALL);

        assertThat(flushed()).as("not at 200").isNotEmpty().containsOnly(300L);
    }

    /** Which throttles nothing. */
    @Test
    void beforeJdk25TheThresholdTells() {
        told(100, READ, "20 ms", "");
        told(100, SLEEP, "20 ms", "");
        assertThat(flushed()).isEmpty();

        told(200, READ, "5ms", "");
        told(201, SLEEP, "5 ms", "");
        assertThat(flushed()).contains(201L).doesNotContain(200L);

        told(300, READ, "20 ms", "");
        told(301, SLEEP, "20 ms", "");
        settings.read(302, 11, "threshold", "5 ms");
        flushed();
        told(400, SLEEP, "20 ms", "");

        assertThat(flushed()).as("off").isEmpty();
    }

    @Test
    void whatIsDisabledIsNotRecorded() {
        told(100, READ, "5 ms", ALL);
        told(100, SLEEP, "5 ms", "");
        settings.read(101, READ, "enabled", "false");
        flushed();
        told(102, SLEEP, "5 ms", "");

        assertThat(flushed()).isEmpty();
    }

    private List<Long> flushed() {
        records.clear();
        settings.flushed(records::add);
        return List.copyOf(records);
    }

    private void told(long micros, long type, String threshold, String throttle) {
        settings.read(micros, type, "threshold", threshold);
        if (!throttle.isEmpty()) {
            settings.read(micros, type, "throttle", throttle);
        }
        settings.read(micros, type, "enabled", "true");
    }
}
