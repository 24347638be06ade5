package dev.headroom.cli.commands;

import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.exit.FailureHandler;
import dev.headroom.cli.screen.Output;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.store.FileFailure;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the bundled cases with their variants. */
@Command(name = "list", description = "Lists the bundled experiments and their variants.")
public final class ListCommand implements Callable<Integer> {

    private final BundledCases cases;

    public ListCommand() {
        this(BundledCases.ofLauncher());
    }

    public ListCommand(BundledCases cases) {
        this.cases = cases;
    }

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        PrintWriter out = output.out();
        ExitCode code = ExitCode.DONE;
        for (BundledCases.Case one : cases.all()) {
            try {
                Experiment experiment = ExperimentFile.read(one.file());
                out.printf("%-12s %s%n", one.name(), experiment.title());
                out.printf(
                        "%-12s variants: %s%n",
                        "", experiment.variants().stream().map(Variant::name).collect(Collectors.joining(", ")));
            } catch (InvalidExperimentException e) {
                out.printf("%-12s cannot be read:%n%s%n", one.name(), FailureHandler.shown(FileFailure.why(e)));
                code = ExitCode.BAD_INPUT;
            }
        }
        out.flush();
        if (cases.all().isEmpty()) {
            output.tell("No experiment below " + cases.home().resolve("cases")
                    + ": the bundled ones stay with the repository. `run FILE` runs one of your own.");
        }
        return code.code();
    }
}
