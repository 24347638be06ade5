package dev.headroom.cli;

import dev.headroom.core.model.Experiment;
import dev.headroom.lab.ProbeMode;
import dev.headroom.lab.RunOptions;
import dev.headroom.lab.experiment.ExperimentFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the variants of an experiment one after the other, and reports what bound each. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Runs an experiment: starts its services, puts the load on each variant, says what binds it, and why.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all runs completed", "1:a run failed, or nothing was answered well in it", "2:bad input"})
final class RunCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "EXPERIMENT",
            description = "Name of a bundled case, `all` for all of them, or path of a YAML file.",
            completionCandidates = CaseNames.class)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String experiment;

    @Option(names = "--variant", paramLabel = "NAME", description = "Only this variant; may be given more than once.")
    private List<String> variants = List.of();

    @Option(
            names = "--quick",
            description = "6 to 15 s of load per variant; compares with the prediction, not with published figures.")
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

    @Option(
            names = "--no-prove",
            description =
                    "Moves no limit while the load goes on: faster, and no verdict is more than supported by one run.")
    private boolean noProve;

    @Override
    public Integer call() throws Exception {
        BundledCases cases = BundledCases.ofLauncher();
        if (experiment.equals(AllCases.NAME)) {
            return all(cases) ? 0 : 1;
        }
        Experiment read = ExperimentFile.read(ExperimentArgument.resolve(experiment, cases));
        return ShownRun.of(read, options(experiment)).result().answered() ? 0 : 1;
    }

    private boolean all(BundledCases cases) throws Exception {
        if (!variants.isEmpty() || resume.isPresent()) {
            throw new BadInput("--variant and --resume go with one case, not with `all`: name the case, as in `run "
                    + cases.mains().stream()
                            .map(BundledCases.Case::name)
                            .findFirst()
                            .orElse("users") + "`");
        }
        return AllCases.of(cases, ShownRun::of).run(out, this::options);
    }

    private RunOptions options(String name) {
        return new RunOptions(variants, quick, out, probe, resume, repeat(name), !noProve);
    }

    private String repeat(String name) {
        List<String> words = new ArrayList<>(List.of("./headroom", "run", name));
        variants.forEach(variant -> words.addAll(List.of("--variant", variant)));
        if (quick) {
            words.add("--quick");
        }
        if (noProve) {
            words.add("--no-prove");
        }
        if (probe != ProbeMode.AGENT) {
            words.addAll(List.of("--probe", probe.name().toLowerCase(Locale.ROOT)));
        }
        return String.join(" ", words);
    }
}
