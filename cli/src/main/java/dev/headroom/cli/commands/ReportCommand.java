package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.files.ReportFiles;
import dev.headroom.cli.files.RunOrder;
import dev.headroom.cli.screen.Output;
import dev.headroom.cli.screen.Screen;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.proof.Lifting;
import dev.headroom.lab.store.ResultsFolder;
import dev.headroom.lab.store.RunFile;
import dev.headroom.report.Reports;
import dev.headroom.report.view.IndexEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes the reports of earlier results again, from what is stored with them alone, and a page that leads to them. */
@Command(name = "report", description = "Makes the report of earlier results again, e.g. of results/users/latest.")
public final class ReportCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "RESULTS",
            arity = "1..*",
            description = "Folder that holds VARIANT/run.json files; may be given more than once.")
    private List<Path> folders = List.of();

    @Option(
            names = "--index",
            paramLabel = "DIR",
            description = "Also writes DIR/index.html, which leads to all of these reports.")
    private Optional<Path> index = Optional.empty();

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Also writes what became of each expectation as JUnit's XML.")
    private Optional<Path> junit = Optional.empty();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws IOException, BadInput {
        if (junit.isPresent()) {
            ReportFiles.makeRoomFor(junit.get());
        }
        List<IndexEntry> entries = new ArrayList<>();
        boolean whole = true;
        for (Path folder : folders) {
            ResultsFolder results = new ResultsFolder(folder);
            ResultsFolder.Stored stored = stored(results);
            stored.unreadable().forEach(file -> output.tell("Left out: " + file + "."));
            whole &= stored.unreadable().isEmpty();
            List<Run> runs = Lifting.note(byTime(stored, folder));
            ExperimentResult result = result(experiment(results, runs), runs);
            Path page = ReportFiles.write(folder, result);
            System.out.println(Reports.terminal(result, Screen.PIPE_COLUMNS, false));
            System.out.println("Report: " + page.toAbsolutePath().normalize().toUri());
            Optional<String> link = Optional.empty();
            if (index.isPresent()) {
                Files.createDirectories(index.get());
                link = Optional.of(ReportFiles.link(index.get(), page));
            }
            entries.add(new IndexEntry(result, link, Optional.empty()));
        }
        if (junit.isPresent()) {
            ReportFiles.write(junit.get(), Reports.junit(entries));
        }
        if (index.isPresent()) {
            System.out.println("Index: " + writeIndex(index.get(), entries).toUri());
        }
        return (whole ? ExitCode.DONE : ExitCode.FAILED).code();
    }

    private static Path writeIndex(Path folder, List<IndexEntry> entries) throws IOException {
        Instant startedAt = entries.stream()
                .map(entry -> entry.result().startedAt())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Duration elapsed =
                entries.stream().map(entry -> entry.result().elapsed()).reduce(Duration.ZERO, Duration::plus);
        System.out.println();
        System.out.println(Reports.terminalIndex(startedAt, elapsed, entries, Screen.PIPE_COLUMNS));
        return ReportFiles.writeIndex(folder.toRealPath(), startedAt, elapsed, entries);
    }

    private static ResultsFolder.Stored stored(ResultsFolder results) throws IOException, BadInput {
        if (!Files.isDirectory(results.path())) {
            throw new BadInput("no folder " + results.path()
                    + "; results are in results/EXPERIMENT/TIME, the newest in results/EXPERIMENT/latest");
        }
        return results.runs();
    }

    private static List<Run> byTime(ResultsFolder.Stored stored, Path folder) throws BadInput {
        if (stored.runs().isEmpty()) {
            throw new BadInput("no VARIANT/" + RunFile.NAME + " in " + folder
                    + (stored.unreadable().isEmpty() ? "" : " that can be read"));
        }
        return stored.runs().stream()
                .sorted(Comparator.comparing(Run::startedAt))
                .toList();
    }

    private static ExperimentResult result(Experiment experiment, List<Run> byTime) {
        Instant start = byTime.getFirst().startedAt();
        Instant end = byTime.stream()
                .map(ReportCommand::end)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return new ExperimentResult(experiment, start, Duration.between(start, end), RunOrder.of(experiment, byTime));
    }

    private static Instant end(Run run) {
        return run.result()
                .map(result -> result.startedAt().plus(result.elapsed()))
                .orElse(run.startedAt());
    }

    /** As it was stored with its runs; of results of earlier builds, what the runs themselves tell. */
    private static Experiment experiment(ResultsFolder results, List<Run> runs) throws IOException {
        Optional<Experiment> stored = results.experiment();
        if (stored.isPresent()) {
            return stored.get();
        }
        Run first = runs.getFirst();
        return new Experiment(
                first.experiment(),
                first.experiment(),
                "",
                Path.of(""),
                List.of(),
                "",
                first.load(),
                first.physics(),
                runs.stream().map(Run::variant).distinct().toList());
    }
}
