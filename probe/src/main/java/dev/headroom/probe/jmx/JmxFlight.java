package dev.headroom.probe.jmx;

import dev.headroom.probe.look.Receiver;
import dev.headroom.probe.recording.FlightSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import jdk.management.jfr.FlightRecorderMXBean;

/** The same recording as the agent's, started through JMX. */
final class JmxFlight implements AutoCloseable {

    private final FlightRecorderMXBean recorder;
    private final long recording;

    JmxFlight(Target target, Receiver receiver) throws IOException {
        recorder = target.flightRecorder();
        recording = recorder.newRecording();
        recorder.setRecordingOptions(recording, Map.of("name", "headroom", "disk", "true", "maxAge", "2 m"));
        reads(true);
        recorder.startRecording(recording);
        String repository = target.runtime.getSystemProperties().get("jdk.jfr.repository");
        if (repository == null) {
            receiver.note("this JVM names no flight recorder repository: no holding times by a clock");
        } else {
            receiver.flight(Path.of(repository));
        }
    }

    void reads(boolean on) {
        Map<String, String> settings = new HashMap<>(FlightSettings.ALWAYS);
        if (on) {
            settings.putAll(FlightSettings.WAITS);
        }
        recorder.setRecordingSettings(recording, settings);
    }

    @Override
    public void close() {
        try {
            recorder.closeRecording(recording);
        } catch (IOException e) {
            throw new IllegalStateException("the flight recording was closed by somebody else", e);
        }
    }
}
