package dev.headroom.cli;

import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.ExperimentResult;
import dev.headroom.lab.Lab;
import dev.headroom.lab.LabListener;
import dev.headroom.lab.ProbeMode;
import dev.headroom.lab.RunOptions;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.report.Reports;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the variants of an experiment one after the other, and reports what bound each. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Runs an experiment: starts its services, puts the load on each variant, says what binds it, and why.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all runs completed", "1:a run failed", "2:bad input"})
final class RunCommand implements Callable<Integer> {

    @Parameters(paramLabel = "EXPERIMENT", description = "Name of a bundled case, or path of a YAML file.", completionCandidates = CaseNames.class)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String experiment;

    @Option(names = "--variant", paramLabel = "NAME", description = "Only this variant; may be given more than once.")
    private List<String> variants = List.of();

    @Option(names = "--quick", description = "At most 15 s of load per variant; compares with the prediction, not with published figures.")
    private boolean quick;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for results (default: ${DEFAULT-VALUE}).", defaultValue = "results")
    private Path out = Path.of("results");

    @Option(names = "--resume", paramLabel = "DIR", description = "Results of an interrupted run: completed variants are kept, the others run.")
    private Optional<Path> resume = Optional.empty();

    @Option(names = "--probe", paramLabel = "MODE", description = "How the JVM is watched: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).", defaultValue = "agent")
    private ProbeMode probe = ProbeMode.AGENT;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Path file = ExperimentArgument.resolve(experiment, BundledCases.ofLauncher());
        Experiment read = ExperimentFile.read(file);
        var options = new RunOptions(variants, quick, out, probe, resume);
        // A pipe or a log gets lines, a person a picture.
        boolean person = System.console() != null && System.console().isTerminal();
        ExperimentResult result = person ? onTerminal(read, options) : run(read, options, new Progress(System.out));
        return result.completed() ? 0 : 1;
    }

    private ExperimentResult onTerminal(Experiment read, RunOptions options) throws Exception {
        try (Terminal terminal = TerminalBuilder.builder().system(true).signalHandler(Terminal.SignalHandler.SIG_DFL).build();
                LiveView view = new LiveView(terminal)) {
            return run(read, options, view);
        }
    }

    private ExperimentResult run(Experiment read, RunOptions options, LabListener listener) throws Exception {
        throw new UnsupportedOperationException("wire to " + Lab.class + Reports.class);
    }
}
