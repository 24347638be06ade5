package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.files.ReportFiles;
import dev.headroom.cli.screen.Door;
import dev.headroom.cli.screen.Output;
import dev.headroom.cli.screen.Screen;
import dev.headroom.cli.screen.Version;
import dev.headroom.harness.calibration.GeneratedTrials;
import dev.headroom.lab.LabException;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.running.Way;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code headroom trials --generated}: services that are drawn at random. */
final class GeneratedOptions {

    private static final int WIDTH = 78;

    @Option(names = "--generated", paramLabel = "N", description = "Draws N services at random in place of the trials.")
    private Optional<Integer> count = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Of the drawing: the same seed gives the same services (default: ${DEFAULT-VALUE}).",
            defaultValue = "1")
    private long seed = 1;

    @Option(
            names = "--ties",
            paramLabel = "SHARE",
            description =
                    "Share of drawn services whose two tightest limits are within 10 %% (default: ${DEFAULT-VALUE}).",
            defaultValue = "0.1")
    private double ties = 0.1;

    @Option(names = "--quick", description = "Of drawn services: shorter loads and sweeps.")
    private boolean quick;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Arms of a sweep that run at the same time (default: ${DEFAULT-VALUE}).",
            defaultValue = "3")
    private int jobs = 3;

    @Option(
            names = "--check",
            paramLabel = "N",
            description = "Sweeps one of N services whose truth is known by a law (default: ${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int check = 10;

    @Option(
            names = "--live",
            paramLabel = "WAY",
            description = "Diagnoses drawn services as running JVMs under somebody else's load, by agent or dump.")
    private Optional<Way> live = Optional.empty();

    @Option(names = "--truth-only", description = "Only finds out what binds drawn services.")
    private boolean truthOnly;

    @Option(
            names = "--by-law",
            description =
                    "Leaves out drawn services whose truth takes a sweep, which is minutes each; without it, a later run with the same rows adds them.")
    private boolean byLaw;

    @Option(
            names = "--sweeps",
            paramLabel = "FILE",
            description = "Sweeps that were made, to be used again (default: generated/sweeps.json in --out).")
    private Optional<Path> sweeps = Optional.empty();

    @Spec(Spec.Target.SELF)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec own;

    boolean asked() {
        return count.isPresent();
    }

    /** @throws BadInput where they say nothing without {@code --generated}, or a number is none of its kind */
    void check(Output output) throws BadInput {
        if (!asked()) {
            List<String> others = own.options().stream()
                    .map(OptionSpec::longestName)
                    .filter(output::has)
                    .toList();
            if (!others.isEmpty()) {
                throw new BadInput("only drawn services have " + String.join(", ", others)
                        + ": add --generated N, which draws them, or leave it out");
            }
            return;
        }
        atLeast(1, "--generated", count.get());
        atLeast(1, "--jobs", jobs);
        atLeast(0, "--check", check);
        if (!(ties >= 0 && ties <= 1)) {
            throw new BadInput("--ties wants a share from 0 to 1, not " + ties);
        }
    }

    static void atLeast(int least, String option, int number) throws BadInput {
        if (number < least) {
            throw new BadInput(option + " wants " + least + " or more, not " + number);
        }
    }

    /** @param rows to which each verdict is added; those that are in it are not made again */
    ExitCode run(Path jar, Path out, Optional<Path> rows, Optional<Path> markdown)
            throws IOException, BadInput, InterruptedException, InvalidExperimentException, LabException {
        if (sweeps.isPresent()) {
            ReportFiles.makeRoomFor(sweeps.get());
        }
        Path folder = out.toAbsolutePath().resolve("generated");
        GeneratedTrials trials = new GeneratedTrials(
                new GeneratedTrials.Settings(
                        count.orElseThrow(),
                        seed,
                        ties,
                        quick,
                        jobs,
                        check,
                        live,
                        truthOnly,
                        byLaw,
                        rows,
                        sweeps.orElse(folder.resolve("sweeps.json")),
                        folder,
                        jar,
                        Version.headroom()),
                GeneratedOptions::line,
                GeneratedOptions::progress);
        GeneratedTrials.End end =
                trials.run(() -> markdown.ifPresent(file -> ReportFiles.writeSoFar(file, trials.page())));
        System.out.println();
        System.out.println(trials.table());
        if (markdown.isPresent()) {
            ReportFiles.finish(markdown.get(), trials.page());
        }
        return switch (end) {
            case ALL_TRUE -> ExitCode.DONE;
            case UNTRUE -> ExitCode.NOT_AS_EXPECTED;
            case FAILED -> ExitCode.FAILED;
        };
    }

    private static void line(String line) {
        progress("");
        System.out.println(line);
    }

    private static void progress(String line) {
        if (Screen.isTerminal()) {
            Door.overLine(line.substring(0, Math.min(WIDTH, line.length())));
        }
    }
}
