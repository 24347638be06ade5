package dev.headroom.core.model.result;

import dev.headroom.core.model.Measure;

/**
 * The requests of a service in a window, as counted by itself or by the kernel.
 *
 * @param throughput X: answered per second, and who says so; NaN, and why, where requests cannot be told apart
 * @param inFlight N: mean number received and not answered; NaN where that is not known
 * @param growth of the number in flight, per second
 */
public record Counted(Measure throughput, double inFlight, double growth) {}
