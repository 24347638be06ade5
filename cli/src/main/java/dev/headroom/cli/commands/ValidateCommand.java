package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.exit.FailureHandler;
import dev.headroom.cli.screen.Output;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.store.FileFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Checks experiment files, and tells all their mistakes. */
@Command(
        name = "validate",
        description = "Checks experiments without starting anything: each mistake is told with its line and column.")
public final class ValidateCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "EXPERIMENT",
            arity = "1..*",
            description = "Path of a YAML file, or name of a bundled case; may be given more than once.",
            completionCandidates = BundledCases.Names.class)
    private List<String> experiments = List.of();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        BundledCases cases = BundledCases.ofLauncher();
        ExitCode code = ExitCode.DONE;
        for (String argument : experiments) {
            try {
                Path file = ExperimentArgument.resolve(argument, cases);
                Experiment experiment = ExperimentFile.read(file);
                ExperimentFile.warnings(file)
                        .forEach(warning -> output.err().println(FailureHandler.shown(warning.toString())));
                int variants = experiment.variants().size();
                output.out().printf("%s: no mistake, %d variant%s%n", argument, variants, variants == 1 ? "" : "s");
            } catch (InvalidExperimentException | BadInput e) {
                output.err().println(FailureHandler.shown(FileFailure.why(e)));
                code = ExitCode.BAD_INPUT;
            }
        }
        output.out().flush();
        output.err().flush();
        return code.code();
    }
}
