package dev.headroom.cli;

import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.ExperimentResult;
import dev.headroom.lab.Lab;
import dev.headroom.lab.LabListener;
import dev.headroom.lab.ProbeMode;
import dev.headroom.lab.RunOptions;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.watch.ProbeWatching;
import dev.headroom.load.EmbeddedEngine;
import dev.headroom.report.Reports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
        description =
                "Runs an experiment: starts its services, puts the load on each variant, says what binds it, and why.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all runs completed", "1:a run failed", "2:bad input"})
final class RunCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "EXPERIMENT",
            description = "Name of a bundled case, or path of a YAML file.",
            completionCandidates = CaseNames.class)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String experiment;

    @Option(names = "--variant", paramLabel = "NAME", description = "Only this variant; may be given more than once.")
    private List<String> variants = List.of();

    @Option(
            names = "--quick",
            description = "At most 15 s of load per variant; compares with the prediction, not with published figures.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for results (default: ${DEFAULT-VALUE}).",
            defaultValue = "results")
    private Path out = Path.of("results");

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = "Results of an interrupted run: completed variants are kept, the others run.")
    private Optional<Path> resume = Optional.empty();

    @Option(
            names = "--probe",
            paramLabel = "MODE",
            description = "How the JVM is watched: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
            defaultValue = "agent")
    private ProbeMode probe = ProbeMode.AGENT;

    private static final int PIPE_COLUMNS = 100;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Path file = ExperimentArgument.resolve(experiment, BundledCases.ofLauncher());
        Experiment read = ExperimentFile.read(file);
        var options = new RunOptions(variants, quick, out, probe, resume, repeat());
        // A pipe or a log gets lines, a person a picture.
        boolean person = System.console() != null && System.console().isTerminal();
        ExperimentResult result = person ? onTerminal(read, options) : onPipe(read, options);
        return result.completed() ? 0 : 1;
    }

    private ExperimentResult onTerminal(Experiment read, RunOptions options) throws Exception {
        try (Terminal terminal =
                TerminalBuilder.builder().system(true).nativeSignals(false).build()) {
            Outcome outcome;
            try (LiveView view = new LiveView(terminal)) {
                outcome = run(read, options, view);
            }
            int columns = terminal.getWidth() > 0 ? terminal.getWidth() : PIPE_COLUMNS;
            outcome.print(columns, System.getenv("NO_COLOR") == null);
            return outcome.result();
        }
    }

    private ExperimentResult onPipe(Experiment read, RunOptions options) throws Exception {
        Outcome outcome = run(read, options, new Progress(System.out));
        outcome.print(PIPE_COLUMNS, false);
        return outcome.result();
    }

    private static Outcome run(Experiment read, RunOptions options, LabListener listener) throws Exception {
        var pages = new GrowingReport(read, listener);
        Lab lab = new Lab(new EmbeddedEngine(), new ProbeWatching(), Version.headroom());
        ExperimentResult result = lab.run(read, options, pages);
        return new Outcome(result, ReportFiles.write(pages.folder(), result));
    }

    private record Outcome(ExperimentResult result, Path page) {
        void print(int columns, boolean ansi) {
            System.out.println();
            System.out.println(Reports.terminal(result, columns, ansi));
            System.out.println("Report: " + page.toUri());
        }
    }

    private String repeat() {
        List<String> words = new ArrayList<>(List.of("./headroom", "run", experiment));
        variants.forEach(variant -> words.addAll(List.of("--variant", variant)));
        if (quick) {
            words.add("--quick");
        }
        if (probe != ProbeMode.AGENT) {
            words.addAll(List.of("--probe", probe.name().toLowerCase(Locale.ROOT)));
        }
        return String.join(" ", words);
    }
}
