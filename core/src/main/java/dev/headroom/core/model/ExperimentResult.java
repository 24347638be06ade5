package dev.headroom.core.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** All runs of one experiment, in the order of its variants. */
public record ExperimentResult(Experiment experiment, Instant startedAt, Duration elapsed, List<Run> runs) {

    public ExperimentResult {
        runs = List.copyOf(runs);
    }

    public boolean completed() {
        return runs.stream().allMatch(run -> run.failure().isEmpty());
    }

    /** Whether every run came to its end, and something was answered well in it. */
    public boolean answered() {
        return completed()
                && runs.stream()
                        .allMatch(run -> run.result()
                                .filter(result -> result.succeeded() > 0)
                                .isPresent());
    }
}
