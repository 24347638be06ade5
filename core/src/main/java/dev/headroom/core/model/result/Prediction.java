package dev.headroom.core.model.result;

import dev.headroom.core.model.Rate;
import java.time.Duration;

/**
 * What a simulation of the pools, or of the limit that binds, expects of m, V and S as they were seen, of R0 and of the load (no response time under load).
 *
 * @param throughput completions over the time from the first arrival to the last completion
 * @param basis the terms it was computed from, in words
 */
public record Prediction(
        Rate throughput,
        Duration mean,
        Duration p50,
        Duration p95,
        Duration p99,
        Duration max,
        long failed,
        String basis) {}
