package dev.headroom.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Other options than those of a test's first run. */
final class Options {

    private Options() {}

    static RunOptions resuming(RunOptions options, Path folder) {
        return with(options, Optional.of(folder), options.prove(), options.repetitions(), options.overrides());
    }

    /** The same, with nothing moved. */
    static RunOptions withoutProof(RunOptions options) {
        return with(options, options.resume(), Effort.NONE, options.repetitions(), options.overrides());
    }

    /** The same, each variant so often. */
    static RunOptions times(RunOptions options, int each) {
        return with(options, options.resume(), options.prove(), each, options.overrides());
    }

    /** The same of an experiment that the command line changed. */
    static RunOptions overriding(RunOptions options, List<String> changes) {
        return with(options, options.resume(), options.prove(), options.repetitions(), changes);
    }

    private static RunOptions with(
            RunOptions options, Optional<Path> resume, Effort prove, int repetitions, List<String> overrides) {
        return new RunOptions(
                options.variants(),
                options.quick(),
                options.out(),
                options.by(),
                resume,
                options.repeat(),
                prove,
                repetitions,
                overrides,
                options.showSecrets(),
                options.guest());
    }
}
