package dev.headroom.agent.recording;

import dev.headroom.agent.jvm.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * Headroom's flight recordings in this JVM, whoever started them, when it halts. Its repository belongs to all recordings: the JVM deletes what no other one needs
 * when a recording is closed, and nothing else is deleted.
 */
public final class Recordings {

    /** The agent's own, and those that Headroom starts by a command. */
    private static final Pattern OURS = Pattern.compile("headroom(-[0-9a-f-]{36}-\\d+)?");

    /** To close one takes milliseconds; a JVM whose flight recorder does not answer halts without. */
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(2);

    private Recordings() {}

    /** Closes them. Where there are no others, the folder is left empty, and goes as well. */
    public static void end() {
        String repository = System.getProperty("jdk.jfr.repository");
        if (repository == null) {
            return; // nothing was recorded
        }
        Thread closing = Threads.daemon(Recordings::close, "headroom-recordings");
        closing.start();
        try {
            closing.join(PATIENCE_MILLIS);
            Files.deleteIfExists(Path.of(repository)); // which fails where anything is in it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            return; // others record, and what they recorded stays
        }
    }

    private static void close() {
        for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (OURS.matcher(recording.getName()).matches()) {
                recording.close();
            }
        }
    }
}
