package dev.headroom.agent;

import java.time.Duration;
import java.util.Optional;
import jdk.jfr.Recording;

/**
 * A flight recording of what a clock has to tell: socket reads and sleeps, TLS handshakes, collection pauses, processor load. It only
 * writes to the JVM's repository on disk; Headroom reads the files from its own process, so that parsing costs the
 * watched JVM nothing. Without stack traces: they make an event dearer, and the thread's pool is known anyway.
 */
final class Flight implements AutoCloseable {

    /** Waits shorter than this are no wait for a downstream that could hold a pool; they are many. */
    private static final Duration SHORTEST = Duration.ofMillis(5);

    /** Of lines that use the processor the first few are wanted, not a profile: 10 looks a second tell a tenth within a minute. */
    private static final Duration SAMPLED = Duration.ofMillis(100);

    private static final Duration KEPT = Duration.ofMinutes(2);

    private final Recording recording = new Recording();

    Flight() {
        recording.setName("headroom");
        recording.setToDisk(true);
        recording.setMaxAge(KEPT);
        recording.enable("jdk.GCPhasePause").withoutThreshold().withoutStackTrace();
        recording.enable("jdk.CPULoad").withPeriod(Duration.ofSeconds(1));
        // one event for each connection: rare where connections are kept, and what is looked for where they are not
        recording.enable("jdk.TLSHandshake").withoutStackTrace();
        recording.enable("jdk.ZAllocationStall").withoutThreshold().withoutStackTrace();
        recording.enable("jdk.ExecutionSample").withPeriod(SAMPLED);
        recording.enable("jdk.ObjectAllocationSample").with("throttle", "20/s").withStackTrace();
        reads(true);
        recording.start();
    }

    void reads(boolean on) {
        if (on) {
            // JDK 25 throttles socket events to 100/s unless told otherwise; older ones ignore the setting
            recording
                    .enable("jdk.SocketRead")
                    .withThreshold(SHORTEST)
                    .withoutStackTrace()
                    .with("throttle", "off");
            recording.enable("jdk.ThreadSleep").withThreshold(SHORTEST).withoutStackTrace();
        } else {
            recording.disable("jdk.SocketRead");
            recording.disable("jdk.ThreadSleep");
        }
    }

    /** Where the JVM writes; known once a recording has begun. */
    static Optional<String> repository() {
        return Optional.ofNullable(System.getProperty("jdk.jfr.repository"));
    }

    @Override
    public void close() {
        recording.close();
    }
}
