package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.files.TrialFiles;
import dev.headroom.cli.screen.Output;
import dev.headroom.cli.screen.Version;
import dev.headroom.harness.ConfusionTable;
import dev.headroom.harness.Trial;
import dev.headroom.harness.TrialOutcome;
import dev.headroom.harness.TrialRow;
import dev.headroom.harness.TrialRuns;
import dev.headroom.lab.LabException;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.running.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs services whose limit is known by construction, and counts how often it is named. */
@Command(
        name = "trials",
        description = "Runs services whose limit is known by construction, and counts how often it is named.")
public final class TrialsCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Trials to run (default: all).")
    private List<String> names = List.of();

    @Option(names = "--list", description = "Only lists the trials.")
    private boolean list;

    @Option(names = "--twins", description = "Also runs the healthy twin of each.")
    private boolean twins;

    @Option(names = "--full", description = "15 s of load for each run, not 6.")
    private boolean full;

    @Option(names = "--repeat", paramLabel = "N", description = "Runs all of it N times.")
    private int repeat = 1;

    @Option(
            names = "--jdk",
            paramLabel = "VERSION",
            split = ",",
            description = "JDKs to run the services on, such as 17,21,25 (default: the one that runs Headroom).")
    private List<Integer> jdks = List.of();

    @Option(
            names = "--by",
            paramLabel = "WAY",
            description = "How the services are watched: agent (default); dump, jfr or jmx without one.")
    private Way by = Way.AGENT;

    @Option(
            names = "--no-catalogue",
            description = "Without what is known of libraries: what the laws and the stacks tell alone.")
    private boolean withoutCatalogue;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for results and experiment files (default: ${DEFAULT-VALUE}).",
            defaultValue = "results")
    private Path out = Path.of("results");

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Writes all rows to it at the end, until then to FILE.part; those of drawn services after each of them.")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Writes the tables to it at the end, until then to FILE.part.")
    private Optional<Path> markdown = Optional.empty();

    @Mixin
    private final GeneratedOptions generated = new GeneratedOptions();

    @Mixin
    private final Output output = new Output();

    private final List<TrialRow> rows = new ArrayList<>();

    private final Path home;

    public TrialsCommand() {
        this(BundledCases.ofLauncher().home());
    }

    /** @param headroom its folder */
    TrialsCommand(Path headroom) {
        home = headroom.resolve("trials");
    }

    @Override
    public Integer call() throws Exception {
        check();
        if (withoutCatalogue) {
            TrialRuns.withoutCatalogue();
        }
        List<Trial> trials = select(Trial.read(home.resolve("trials.yaml")));
        if (list) {
            trials.forEach(trial ->
                    System.out.printf("%-22s %s%n", trial.name(), trial.keys().get("about")));
            return ExitCode.DONE.code();
        }
        Path jar = home.resolve("target/trials.jar");
        if (!Files.isRegularFile(jar)) {
            throw new BadInput("no " + jar + "; build it: ./mvnw -q -DskipTests package -pl trials -am");
        }
        TrialFiles files = new TrialFiles(json, markdown);
        files.makeRoom();
        if (generated.asked()) {
            return generated.run(jar, out, json, markdown).code();
        }
        TrialRuns runs = new TrialRuns(jar, out, twins, full, by, Version.headroom());
        for (int round = 1; round <= repeat; round++) {
            for (OptionalInt jdk : versions()) {
                for (Trial trial : trials) {
                    run(runs, trial, jdk, round, files);
                }
            }
        }
        System.out.println();
        System.out.println(ConfusionTable.of(rows));
        files.finish(rows);
        return exitCode().code();
    }

    private void check() throws BadInput {
        generated.check(output);
        if (generated.asked()) {
            List<String> others = Stream.concat(
                            names.stream(),
                            Stream.of("--list", "--twins", "--full", "--repeat", "--jdk", "--by")
                                    .filter(output::has))
                    .toList();
            if (!others.isEmpty()) {
                throw new BadInput(
                        "--generated draws services in place of the trials: leave out " + String.join(", ", others));
            }
        }
        GeneratedOptions.atLeast(1, "--repeat", repeat);
    }

    private ExitCode exitCode() {
        if (rows.isEmpty()) {
            output.tell("headroom: no trial was run");
            return ExitCode.FAILED;
        }
        return ExitCode.worst(rows.stream().map(row -> exitCode(row.outcome())));
    }

    private static ExitCode exitCode(TrialOutcome outcome) {
        return outcome.untrue()
                ? ExitCode.NOT_AS_EXPECTED
                : outcome == TrialOutcome.FAILED ? ExitCode.FAILED : ExitCode.DONE;
    }

    private List<Trial> select(List<Trial> all) throws BadInput {
        List<String> known = all.stream().map(Trial::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new BadInput("no trial '%s'; there are %s".formatted(name, String.join(", ", known)));
            }
        }
        return all.stream()
                .filter(trial -> names.isEmpty() || names.contains(trial.name()))
                .toList();
    }

    private List<OptionalInt> versions() {
        return jdks.isEmpty()
                ? List.of(OptionalInt.empty())
                : jdks.stream().map(OptionalInt::of).toList();
    }

    private void run(TrialRuns runs, Trial trial, OptionalInt jdk, int round, TrialFiles files)
            throws IOException, InvalidExperimentException, LabException, InterruptedException {
        if (!trial.runsOn(TrialRuns.version(jdk))) {
            System.out.printf("%-22s does not run on JDK %d%n", trial.name(), TrialRuns.version(jdk));
            return;
        }
        runs.run(trial, jdk, round, row -> {
            rows.add(row);
            System.out.println(row.line());
            files.grow(rows);
        });
    }
}
