package dev.headroom.cli;

import dev.headroom.core.model.ExperimentResult;

/** What the process ends with; {@code headroom run --help} and the README have the list. */
final class ExitCode {

    static final int DONE = 0;
    /** A run broke off, or no figures of the service came of it. */
    static final int RUN_FAILED = 1;

    static final int BAD_INPUT = 2;
    /** All runs came to their end, and one is not as its experiment expects. */
    static final int EXPECTATION_FAILED = 3;

    /** Of {@code diagnose}: a limit of the service binds, and is named. */
    static final int BINDS = 1;
    /** Of {@code diagnose}: what binds, if anything, could not be known. */
    static final int UNKNOWN = 2;

    private ExitCode() {}

    static int of(ExperimentResult result) {
        if (!result.completed()) {
            return RUN_FAILED;
        }
        if (!result.met()) {
            return EXPECTATION_FAILED;
        }
        return result.answered() ? DONE : RUN_FAILED;
    }

    /** Of two experiments: a run that failed is told before an expectation that did. */
    static int worse(int one, int other) {
        return one == RUN_FAILED || other == RUN_FAILED ? RUN_FAILED : Math.max(one, other);
    }
}
