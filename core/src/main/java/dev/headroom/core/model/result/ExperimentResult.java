package dev.headroom.core.model.result;

import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Experiment;
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

    /** Whether figures of the service came of every run that this machine could make, and of every one of which something is expected. */
    public boolean answered() {
        return runs.stream().anyMatch(Run::answered)
                && runs.stream()
                        .allMatch(run -> run.answered()
                                || run.leftOut().isPresent()
                                        && expectsNothing(run.variant().expected()));
    }

    private static boolean expectsNothing(Expectations expected) {
        return expected.bounds().isEmpty() && expected.binds().isEmpty();
    }

    /** Whether every run is all that was expected of it. */
    public boolean met() {
        return runs.stream().allMatch(Run::met);
    }
}
