package dev.headroom.report.view;

import dev.headroom.core.model.result.ExperimentResult;
import java.util.Optional;

/**
 * One of several experiments that were run together.
 *
 * @param link from the index to the experiment's own page; empty where it has none
 * @param failure why the experiment as a whole broke off; runs that broke off say so themselves
 */
public record IndexEntry(ExperimentResult result, Optional<String> link, Optional<String> failure) {

    boolean completed() {
        return failure.isEmpty() && result.completed();
    }
}
