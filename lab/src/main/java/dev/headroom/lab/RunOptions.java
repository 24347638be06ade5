package dev.headroom.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What of an experiment is run, and how.
 *
 * @param variants by name; empty for all
 * @param quick shorten the load; published figures then do not compare
 * @param out the folder for results; a folder for the experiment is made in it
 * @param resume the folder of an interrupted execution: variants that it has completed are not run again
 * @param repeat the command that repeats this, for the report
 * @param prove move limits while the load goes on, to prove what binds
 */
public record RunOptions(
        List<String> variants,
        boolean quick,
        Path out,
        ProbeMode probe,
        Optional<Path> resume,
        String repeat,
        boolean prove) {

    public RunOptions {
        variants = List.copyOf(variants);
    }

    public RunOptions(List<String> variants, boolean quick, Path out, ProbeMode probe) {
        this(variants, quick, out, probe, Optional.empty());
    }

    public RunOptions(
            List<String> variants, boolean quick, Path out, ProbeMode probe, Optional<Path> resume, String repeat) {
        this(variants, quick, out, probe, resume, repeat, true);
    }

    public RunOptions(List<String> variants, boolean quick, Path out, ProbeMode probe, Optional<Path> resume) {
        this(variants, quick, out, probe, resume, "");
    }

    public RunOptions resuming(Path folder) {
        return new RunOptions(variants, quick, out, probe, Optional.of(folder), repeat, prove);
    }

    public RunOptions repeatedBy(String command) {
        return new RunOptions(variants, quick, out, probe, resume, command, prove);
    }

    /** The same, with nothing moved. */
    public RunOptions withoutProof() {
        return new RunOptions(variants, quick, out, probe, resume, repeat, false);
    }
}
