package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.jvm.CounterFile;
import dev.headroom.probe.jvm.HotSpotCounters;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.process.Series;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** How long the garbage collector has stopped a JVM, by the counters that it keeps in a file: to read them asks nothing of it. */
final class PauseClock {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Optional<CounterFile> counters;
    private final List<Reading> readings = new ArrayList<>();

    private record Reading(Instant at, double stopped) {}

    /** @param process empty where it is on another machine */
    PauseClock(Optional<LinuxProcess> process) {
        counters = process.map(CounterFile::new);
    }

    void read(Instant at) {
        // the clock was set back; who reads beside a look may be some milliseconds ahead of it
        readings.removeIf(reading -> Duration.between(at, reading.at()).compareTo(PERIOD) > 0);
        if (readings.isEmpty() || Duration.between(readings.getLast().at(), at).compareTo(PERIOD) >= 0) {
            OptionalDouble stopped = counters.map(CounterFile::read)
                    .map(HotSpotCounters::collectorSeconds)
                    .orElse(OptionalDouble.empty());
            stopped.ifPresent(seconds -> readings.add(new Reading(at, seconds)));
        }
    }

    /** Within a window; empty where the JVM keeps no counters, or none that can be read here. */
    OptionalDouble seconds(Window window) {
        if (readings.size() < 2) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                Series.of(readings, reading -> OverTime.seconds(reading.at(), window), Reading::stopped)
                        .grown(0, window.seconds()));
    }

    void forget(Instant before) {
        readings.removeIf(reading -> reading.at().isBefore(before));
    }
}
