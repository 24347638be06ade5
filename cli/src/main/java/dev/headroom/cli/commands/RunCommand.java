package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.exit.FailureHandler;
import dev.headroom.cli.files.ReportFiles;
import dev.headroom.cli.live.Consent;
import dev.headroom.cli.live.LiveCampaign;
import dev.headroom.cli.screen.Output;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.lab.Effort;
import dev.headroom.lab.Guest;
import dev.headroom.lab.RunOptions;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.running.Way;
import dev.headroom.report.Reports;
import dev.headroom.report.view.IndexEntry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the variants of an experiment one after the other, and reports what bound each. */
@Command(
        name = "run",
        description =
                "Runs an experiment: starts its services, puts the load on each variant, says what binds it, and why.")
public final class RunCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "EXPERIMENT",
            description = "Name of a bundled case, `all` for all of them, or path of a YAML file.",
            completionCandidates = BundledCases.Names.class)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String experiment;

    @Option(names = "--variant", paramLabel = "NAME", description = "Only this variant; may be given more than once.")
    private List<String> variants = List.of();

    @Option(
            names = "--quick",
            description =
                    "6 to 15 s of load per variant; compares with a simulation of what was seen, not with published figures.")
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
            names = "--by",
            paramLabel = "WAY",
            description =
                    "How the service is watched: agent (default); dump, jfr or jmx without one, as `diagnose` does it. One that"
                            + " runs already is watched by dump where nothing else is said.")
    private Optional<Way> by = Optional.empty();

    @Option(names = "--probe", hidden = true, paramLabel = "WAY")
    private Optional<String> formerly = Optional.empty();

    @Option(
            names = "--prove",
            paramLabel = ProveOption.THOROUGH,
            arity = "0..1",
            preprocessor = ProveOption.Word.class,
            converter = ProveOption.Converter.class,
            description =
                    "How long limits are moved while the load goes on, to prove what binds: 40 s at most, 15 s with --quick"
                            + " (default); `thorough`: until the figures tell, 5 min at most.")
    private Effort prove = Effort.USUAL;

    @Option(
            names = "--no-prove",
            description = "Moves no limit while the load goes on: faster, and no verdict is more than supported.")
    private boolean noProve;

    @Option(
            names = "--yes",
            description = "Do not ask before a limit is moved of a service that runs already (with --by agent).")
    private boolean yes;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "Runs each variant N times, in turn, and tells how far its runs lie apart.")
    private int repetitions = 1;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Also writes what became of each expectation as JUnit's XML.")
    private Optional<Path> junit = Optional.empty();

    @Option(
            names = "--show-secrets",
            description =
                    "Stores and shows passwords, tokens and the like, which are else left out of results and reports.")
    private boolean showSecrets;

    @Mixin
    private Overrides overrides = new Overrides();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws Exception {
        check();
        BundledCases cases = BundledCases.ofLauncher();
        if (experiment.equals(AllCases.NAME)) {
            return ended(all(cases));
        }
        Path file = ExperimentArgument.resolve(experiment, cases);
        Experiment read = ExperimentFile.read(file);
        PrintWriter err = output.err();
        ExperimentFile.warnings(file).forEach(warning -> err.println(FailureHandler.shown(warning.toString())));
        unasked(read).ifPresent(line -> err.println(FailureHandler.shown(line)));
        err.flush();
        Experiment asked = overrides.apply(read, variants);
        return ended(List.of(new IndexEntry(
                ShownRun.of(asked, options(experiment), this::guest).result(), Optional.empty(), Optional.empty())));
    }

    /** What is not done to a service that runs already, since nobody is there to agree to it. */
    private Optional<String> unasked(Experiment read) {
        return read.watched().runsAlready()
                        && by.orElse(Way.DUMP) == Way.AGENT
                        && !noProve
                        && !yes
                        && !Consent.AT_THE_TERMINAL.isThere()
                ? Optional.of("headroom: no limit of " + read.watch()
                        + " is moved: it runs already, and there is no terminal to ask on; --yes agrees beforehand")
                : Optional.empty();
    }

    /** @param person asked before anything is moved of a service that runs already */
    private Guest guest(Consent.Person person) {
        PrintWriter err = output.err();
        return new Guest(
                by.orElse(Way.DUMP),
                (found, seen, move, longest) -> yes
                        || person.isThere()
                                && Consent.given(
                                        person,
                                        err,
                                        Consent.terms(found, seen, move, longest),
                                        "Move " + LiveCampaign.named(move) + "?"));
    }

    private void check() throws BadInput, IOException {
        if (formerly.isPresent()) {
            throw new BadInput("--probe is now --by: say --by " + formerly.get());
        }
        if (repetitions < 1) {
            throw new BadInput("--repeat wants at least 1, not " + repetitions);
        }
        if (quick && overrides.haveTime()) {
            throw new BadInput("--quick and --for both say how long the load lasts: leave one out");
        }
        if (noProve && prove == Effort.THOROUGH) {
            throw new BadInput("--prove and --no-prove contradict each other: leave one out");
        }
        if (resume.isPresent() && output.has("--out")) {
            throw new BadInput("--resume goes on in its folder, and --out names another: leave one out");
        }
        if (resume.isPresent() && !Files.isDirectory(resume.get())) {
            throw new BadInput("no folder " + resume.get()
                    + " to resume; results are in results/EXPERIMENT/TIME, the newest in results/EXPERIMENT/latest");
        }
        if (junit.isPresent()) {
            ReportFiles.makeRoomFor(junit.get());
            ReportFiles.removeEarlier(junit.get());
        }
    }

    private int ended(List<IndexEntry> entries) throws IOException {
        if (junit.isPresent()) {
            ReportFiles.write(junit.get(), Reports.junit(entries));
        }
        return ExitCode.worst(entries.stream()
                        .map(entry -> entry.failure().isPresent() ? ExitCode.FAILED : ExitCode.of(entry.result())))
                .code();
    }

    private List<IndexEntry> all(BundledCases cases) throws Exception {
        if (!variants.isEmpty() || resume.isPresent() || !overrides.isEmpty()) {
            throw new BadInput(
                    "--variant, --resume, --set, --rate, --users and --for go with one case, not with `all`: name"
                            + " the case, as in `run "
                            + cases.mains().stream()
                                    .map(BundledCases.Case::name)
                                    .findFirst()
                                    .orElse("users") + "`");
        }
        return AllCases.of(cases, (one, options) -> ShownRun.of(one, options, person -> Guest.UNTOUCHED))
                .run(out, this::options);
    }

    private RunOptions options(String name) {
        return new RunOptions(
                variants,
                quick,
                out,
                by.orElse(Way.AGENT),
                resume,
                repeat(name),
                noProve ? Effort.NONE : prove,
                repetitions,
                overrides.lines(),
                showSecrets,
                Guest.UNTOUCHED);
    }

    private String repeat(String name) {
        List<String> words = new ArrayList<>(List.of("./headroom", "run", name));
        variants.forEach(variant -> words.addAll(List.of("--variant", variant)));
        if (quick) {
            words.add("--quick");
        }
        if (repetitions > 1) {
            words.addAll(List.of("--repeat", String.valueOf(repetitions)));
        }
        words.addAll(overrides.words());
        if (noProve) {
            words.add("--no-prove");
        } else if (prove == Effort.THOROUGH) {
            words.addAll(List.of("--prove", ProveOption.THOROUGH));
        }
        by.ifPresent(way -> words.addAll(List.of("--by", way.id())));
        if (yes) {
            words.add("--yes");
        }
        return words.stream().map(RunCommand::quoted).collect(Collectors.joining(" "));
    }

    /** As a shell wants it. */
    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
