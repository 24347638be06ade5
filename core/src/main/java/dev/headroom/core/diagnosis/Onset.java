package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.PoolSample;
import dev.headroom.core.model.observation.Observation.Sample;
import dev.headroom.core.statistics.Thresholds;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Since when what binds has been full: from the end of the window back, until a second in which it mostly was not. */
final class Onset {

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Of the looks of a second (0 to 1), those in which no worker was free. */
    private static final double MOSTLY = Thresholds.HALF;

    private Onset() {}

    static Optional<Duration> of(Diagnosis diagnosis, Observation seen) {
        return diagnosis.bindingLimit().map(Limit::pool).flatMap(name -> of(name, seen));
    }

    private static Optional<Duration> of(String pool, Observation seen) {
        Duration end = seen.window().length();
        Duration full = Duration.ZERO;
        for (Duration from = end.minus(SECOND); !from.isNegative(); from = from.minus(SECOND)) {
            Duration begin = from;
            List<PoolSample> looks = seen.series().stream()
                    .filter(sample -> isWithin(sample, begin, begin.plus(SECOND)))
                    .flatMap(sample -> sample.pools().stream())
                    .filter(sample -> sample.pool().equals(pool))
                    .toList();
            long busy = looks.stream()
                    .filter(look -> look.workers() > 0 && look.active() >= look.workers())
                    .count();
            if (!looks.isEmpty() && busy < MOSTLY * looks.size()) {
                break;
            }
            full = looks.isEmpty() ? full : end.minus(from);
        }
        return full.isZero() ? Optional.empty() : Optional.of(full);
    }

    private static boolean isWithin(Sample sample, Duration from, Duration to) {
        return sample.at().compareTo(from) >= 0 && sample.at().compareTo(to) < 0;
    }
}
