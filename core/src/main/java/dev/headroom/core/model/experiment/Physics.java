package dev.headroom.core.model.experiment;

import dev.headroom.core.model.Rate;
import java.time.Duration;
import java.util.Optional;

/**
 * The best that any variant could reach under the load: what the downstream's own delay leaves.
 *
 * @param responseTime no request can be answered sooner
 * @param throughput no more can complete per second
 * @param because why, in words
 */
public record Physics(Optional<Duration> responseTime, Optional<Rate> throughput, String because) {}
