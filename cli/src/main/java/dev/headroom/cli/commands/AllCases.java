package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.files.ReportFiles;
import dev.headroom.cli.screen.Screen;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.lab.LabException;
import dev.headroom.lab.RunOptions;
import dev.headroom.lab.TimeLeft;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.store.FileFailure;
import dev.headroom.lab.store.ResultsFolder;
import dev.headroom.report.Reports;
import dev.headroom.report.view.IndexEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * All bundled cases, one after the other: each leaves what it would leave alone, and one page leads to them. That page is
 * written again after each case, so that an interrupted run has one too.
 */
final class AllCases {

    /** What a user says for them. */
    static final String NAME = "all";

    @FunctionalInterface
    interface OneCase {
        ShownRun run(Experiment experiment, RunOptions options)
                throws InvalidExperimentException, LabException, InterruptedException, IOException;
    }

    private final List<Experiment> cases;
    private final OneCase oneCase;

    private AllCases(List<Experiment> cases, OneCase oneCase) {
        this.cases = cases;
        this.oneCase = oneCase;
    }

    /** Reads them all first: a mistake in the last one shall not be told after half an hour. */
    static AllCases of(BundledCases bundled, OneCase oneCase) throws BadInput, InvalidExperimentException {
        List<BundledCases.Case> mains = bundled.mains();
        if (mains.isEmpty()) {
            throw new BadInput(
                    "no case in " + bundled.home().resolve("cases") + ": `all` stands for the bundled cases");
        }
        List<Experiment> cases = new ArrayList<>();
        for (BundledCases.Case one : mains) {
            cases.add(ExperimentFile.read(one.file()));
        }
        return new AllCases(cases, oneCase);
    }

    /**
     * A case that breaks off does not keep the next one from its turn.
     *
     * @param options of each case, by its name
     * @return each case with what came of it
     */
    List<IndexEntry> run(Path out, Function<String, RunOptions> options) throws IOException, InterruptedException {
        Instant startedAt = Instant.now();
        Path folder = ResultsFolder.create(
                        out, NAME, LocalDateTime.now(), line -> System.err.println("headroom: " + line))
                .path();
        List<IndexEntry> entries = new ArrayList<>();
        Optional<Path> index = Optional.empty();
        TimeLeft left = new TimeLeft();
        for (Experiment experiment : cases) {
            double rest = cases.subList(entries.size(), cases.size()).stream()
                    .mapToDouble(one -> TimeLeft.asked(one, options.apply(one.name())))
                    .sum();
            System.out.printf(
                    "%n== %s: %s (%d of %d%s)%n",
                    experiment.name(),
                    experiment.title(),
                    entries.size() + 1,
                    cases.size(),
                    left.of(rest).map(time -> ", " + TimeLeft.words(time)).orElse(""));
            Instant began = Instant.now();
            RunOptions chosen = options.apply(experiment.name());
            entries.add(entry(experiment, chosen, folder));
            left.took(TimeLeft.asked(experiment, chosen), Duration.between(began, Instant.now()));
            Duration elapsed = Duration.between(startedAt, Instant.now());
            index = writeIndex(folder, startedAt, elapsed, entries);
        }
        System.out.println();
        System.out.println(Reports.terminalIndex(
                startedAt, Duration.between(startedAt, Instant.now()), entries, Screen.PIPE_COLUMNS));
        index.ifPresent(page -> System.out.println("All cases: " + page.toUri()));
        return entries;
    }

    /** A page that cannot be made keeps no case from its turn. */
    private static Optional<Path> writeIndex(
            Path folder, Instant startedAt, Duration elapsed, List<IndexEntry> entries) {
        try {
            return Optional.of(ReportFiles.writeIndex(folder, startedAt, elapsed, entries));
        } catch (IOException | RuntimeException e) {
            System.err.println("headroom: the page over all cases could not be made: " + e);
            return Optional.empty();
        }
    }

    private IndexEntry entry(Experiment experiment, RunOptions options, Path folder) throws InterruptedException {
        Instant startedAt = Instant.now();
        try {
            ShownRun shown = oneCase.run(experiment, options);
            Optional<String> link = shown.page().isPresent()
                    ? Optional.of(ReportFiles.link(folder, shown.page().get()))
                    : Optional.empty();
            return new IndexEntry(shown.result(), link, Optional.empty());
        } catch (InvalidExperimentException | LabException | IOException e) {
            String why = FileFailure.why(e);
            System.err.println("headroom: " + experiment.name() + ": " + why);
            var nothing =
                    new ExperimentResult(experiment, startedAt, Duration.between(startedAt, Instant.now()), List.of());
            return new IndexEntry(nothing, Optional.empty(), Optional.of(why));
        }
    }
}
