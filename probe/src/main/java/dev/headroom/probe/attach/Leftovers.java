package dev.headroom.probe.attach;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.call.Rooted;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** What Headrooms that were killed left in the folders of a JVM: whoever attaches next deletes it. */
final class Leftovers {

    /** A working folder may be on a disk that does not answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private Leftovers() {}

    static void sweep(LinuxProcess process) {
        try {
            Thread.ofPlatform()
                    .daemon()
                    .name("headroom-sweep")
                    .start(() -> sweepAll(process))
                    .join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void sweepAll(LinuxProcess process) {
        Instant now = Instant.now();
        try (Rooted temporary = process.open("/tmp")) {
            DumpNames.sweep(temporary, Set.copyOf(List.of(process.user(), LinuxProcess.ours())), now);
            Marker.sweep(Marker.path(temporary, process), now);
        } catch (IOException e) {
            // there is none
        }
        try (Rooted working = Trigger.working(process)) {
            Marker.sweep(Marker.path(working, process), now);
        } catch (IOException e) {
            return; // there is none
        }
    }
}
