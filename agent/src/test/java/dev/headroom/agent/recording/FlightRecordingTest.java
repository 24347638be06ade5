package dev.headroom.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.Test;

class FlightRecordingTest {

    private static final Descriptors PLENTY = new Descriptors(900, 1_024);

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(told);
    private Descriptors now = PLENTY;

    @Test
    void nothingIsRecordedAnyMoreWhereHeadroomWasKilledWhileTheRecordingBegan() {
        DataOutputStream gone = new DataOutputStream(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("Broken pipe");
            }
        });

        assertThatThrownBy(() -> FlightRecording.start(gone)).hasMessage("Broken pipe");

        assertThat(ours()).isEmpty();
    }

    /** Nobody else knows of it by then. */
    @Test
    void whatHasBegunWhereMemoryEndsIsEndedOnceThereIsSomeAgain() {
        DataOutputStream full = new DataOutputStream(new OutputStream() {
            @Override
            public void write(int one) {
                throw new OutOfMemoryError("Java heap space");
            }
        });
        AtomicInteger asked = new AtomicInteger();
        Supplier<Descriptors> scarce = () -> {
            int before = asked.getAndIncrement();
            if (before == 1 || before == 2) {
                throw new OutOfMemoryError("Java heap space");
            }
            return PLENTY;
        };

        assertThatThrownBy(() -> FlightRecording.start(full, scarce)).isInstanceOf(OutOfMemoryError.class);

        assertThat(ours()).isEmpty();
        assertThat(asked).hasValueGreaterThan(3);
    }

    @Test
    void noRecordingBeginsWhereTheJvmHasFewFileDescriptorsLeft() throws IOException {
        now = new Descriptors(63, 256);

        try (FlightRecording none = FlightRecording.start(out, () -> now)) {
            assertThat(none.isRunning()).isFalse();
            assertThat(ours()).isEmpty();
        }

        assertThat(text()).contains("only 63 of 256 file descriptors left");
    }

    @Test
    void theOnlyRecordingEndsWhereNoFileDescriptorIsLeftForItNeedsNone() throws IOException {
        try (FlightRecording flight = FlightRecording.start(out, () -> now)) {
            now = Descriptors.NONE;

            flight.watchRoom(out);

            assertThat(ours()).isEmpty();
            assertThat(text()).contains("file descriptors left");
        }
    }

    /** As Headroom's own settings, of which a test shows that the JVM throttles none then. */
    @Test
    void socketReadsAreRecordedAtAHigherRateThanAnybodyElseAsksFor() throws IOException {
        try (FlightRecording flight = FlightRecording.start(out, () -> now)) {
            assertThat(ours().orElseThrow().getSettings()).containsEntry("jdk.SocketRead#throttle", "1000000000/s");
        }
    }

    /** Its end begins a new file for the others, and a JVM that cannot open that ends itself. */
    @Test
    void besideOthersItRecordsNothingUntilThereIsAFileDescriptorForItsEnd() throws IOException {
        try (Recording other = new Recording();
                FlightRecording flight = FlightRecording.start(out, () -> now)) {
            other.start();
            now = new Descriptors(3, 1_024);
            int files = files();

            flight.watchRoom(out);
            flight.reads(false);
            flight.reads(true);

            assertThat(ours()).hasValueSatisfying(silent -> {
                assertThat(silent.getState()).isEqualTo(RecordingState.RUNNING);
                assertThat(silent.getSettings()).isEmpty();
            });
            assertThat(files()).as("none was begun").isEqualTo(files);
            now = new Descriptors(8, 1_024);
            flight.watchRoom(out);
            assertThat(ours()).isEmpty();
            assertThat(text().split("file descriptors left", -1)).hasSize(2);
        }
    }

    /** Where it is not ended it is bounded, and whoever ends ours by their names ends it. */
    @Test
    void whatIsBegunForANewFileIsNamedAndBounded() throws IOException {
        List<String> begun = new ArrayList<>();
        FlightRecorderListener listener = new FlightRecorderListener() {
            @Override
            public void recordingStateChanged(Recording recording) {
                if (recording.getState() == RecordingState.RUNNING) {
                    begun.add(recording.getName() + " " + recording.getMaxSize());
                }
            }
        };
        try (FlightRecording flight = FlightRecording.start(out, () -> now)) {
            int files = files();
            FlightRecorder.addListener(listener);

            flight.renew(System.nanoTime() + Duration.ofMinutes(3).toNanos());

            assertThat(files()).isGreaterThan(files);
            assertThat(begun).containsExactly("headroom " + FlightRecording.MOST_BYTES);
            assertThat(FlightRecorder.getFlightRecorder().getRecordings()).hasSize(1);
        } finally {
            FlightRecorder.removeListener(listener);
        }
    }

    private static int files() {
        return new File(System.getProperty("jdk.jfr.repository")).list().length;
    }

    private String text() {
        return told.toString(StandardCharsets.UTF_8);
    }

    private static Optional<Recording> ours() {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(recording -> recording.getName().equals("headroom"))
                .findAny();
    }
}
