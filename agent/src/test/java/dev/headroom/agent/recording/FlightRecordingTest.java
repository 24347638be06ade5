package dev.headroom.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;

class FlightRecordingTest {

    @Test
    void nothingIsRecordedAnyMoreWhereHeadroomWasKilledWhileTheRecordingBegan() {
        DataOutputStream gone = new DataOutputStream(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("Broken pipe");
            }
        });

        assertThatThrownBy(() -> FlightRecording.start(gone)).hasMessage("Broken pipe");

        assertThat(FlightRecorder.getFlightRecorder().getRecordings())
                .noneMatch(recording -> recording.getName().equals("headroom"));
    }
}
