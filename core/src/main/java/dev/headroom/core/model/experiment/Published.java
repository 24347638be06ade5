package dev.headroom.core.model.experiment;

import dev.headroom.core.model.Rate;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** Figures that were published elsewhere for a variant, as they were published; empty where none was. */
public record Published(
        Optional<Duration> single,
        Optional<Duration> mean,
        Optional<Duration> p50,
        Optional<Duration> p95,
        Optional<Duration> p99,
        Optional<Duration> max,
        Optional<Rate> throughput,
        OptionalDouble errorShare) {

    public static final Published NONE = new Published(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty());

    public boolean isEmpty() {
        return equals(NONE);
    }
}
