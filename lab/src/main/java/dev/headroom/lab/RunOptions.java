package dev.headroom.lab;

import dev.headroom.lab.running.Way;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What of an experiment is run, and how.
 *
 * @param variants by name; empty for all
 * @param quick shorten the load; published figures then do not compare
 * @param out the folder for results; a folder for the experiment is made in it
 * @param by how the service is watched
 * @param resume the folder of an interrupted execution: variants that it has completed are not run again
 * @param repeat the command that repeats this, for the report
 * @param prove how long limits are moved while the load goes on, to prove what binds
 * @param repetitions how often each variant is run, one after the other in turn
 * @param overrides what the command line changed in the experiment, one line each; published figures then do not compare
 * @param showSecrets store and show passwords, tokens and the like as they are
 * @param guest how a watched service is treated that runs already
 */
public record RunOptions(
        List<String> variants,
        boolean quick,
        Path out,
        Way by,
        Optional<Path> resume,
        String repeat,
        Effort prove,
        int repetitions,
        List<String> overrides,
        boolean showSecrets,
        Guest guest) {

    public RunOptions {
        variants = List.copyOf(variants);
        overrides = List.copyOf(overrides);
        if (repetitions < 1) {
            throw new IllegalArgumentException("each variant is run at least once, not " + repetitions + " times");
        }
    }

    /** Proved in the usual time. A service that runs already is watched by what loads nothing into it, and nothing of it is moved. */
    public RunOptions(List<String> variants, boolean quick, Path out, Way by, String repeat) {
        this(variants, quick, out, by, Optional.empty(), repeat, Effort.USUAL, 1, List.of(), false, Guest.UNTOUCHED);
    }

    /** The same, with a service that runs already treated so. */
    public RunOptions with(Guest other) {
        return new RunOptions(
                variants, quick, out, by, resume, repeat, prove, repetitions, overrides, showSecrets, other);
    }
}
