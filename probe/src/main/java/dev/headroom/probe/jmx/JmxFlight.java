package dev.headroom.probe.jmx;

import dev.headroom.probe.look.Receiver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import jdk.management.jfr.FlightRecorderMXBean;

/** The same recording as the agent's, started through JMX. */
final class JmxFlight implements AutoCloseable {

    private static final Map<String, String> SETTINGS = Map.of(
            "jdk.GCPhasePause#enabled", "true",
            "jdk.GCPhasePause#stackTrace", "false",
            "jdk.TLSHandshake#enabled", "true",
            "jdk.TLSHandshake#stackTrace", "false",
            "jdk.CPULoad#enabled", "true",
            "jdk.CPULoad#period", "1 s");

    private static final Map<String, String> WAITS = Map.of(
            "jdk.SocketRead#enabled", "true",
            "jdk.SocketRead#threshold", "5 ms",
            "jdk.SocketRead#throttle", "off",
            "jdk.SocketRead#stackTrace", "false",
            "jdk.ThreadSleep#enabled", "true",
            "jdk.ThreadSleep#threshold", "5 ms",
            "jdk.ThreadSleep#stackTrace", "false");

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
        Map<String, String> settings = new HashMap<>(SETTINGS);
        if (on) {
            settings.putAll(WAITS);
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
