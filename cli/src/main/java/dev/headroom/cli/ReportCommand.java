package dev.headroom.cli;

import dev.headroom.core.diagnosis.Verification;
import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.ExperimentResult;
import dev.headroom.core.model.Run;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.store.RunFile;
import dev.headroom.report.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes the report of earlier results again, from their {@code run.json} files alone. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Makes the report of earlier results again, e.g. of results/users/latest.")
final class ReportCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RESULTS", description = "Folder that holds VARIANT/run.json files.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path folder;

    @Override
    public Integer call() throws IOException, BadInput {
        List<Run> runs = Verification.verify(read());
        Run last = runs.getLast();
        Duration elapsed = Duration.between(runs.getFirst().startedAt(), last.startedAt())
                .plus(last.result().map(result -> result.elapsed()).orElse(Duration.ZERO));
        var result = new ExperimentResult(experiment(runs), runs.getFirst().startedAt(), elapsed, runs);
        Path page = ReportFiles.write(folder, result);
        System.out.println(Reports.terminal(result, 100, false));
        System.out.println("Report: " + page.toAbsolutePath().normalize().toUri());
        return 0;
    }

    private List<Run> read() throws IOException, BadInput {
        if (!Files.isDirectory(folder)) {
            throw new BadInput("no folder " + folder
                    + "; results are in results/EXPERIMENT/TIME, the newest in results/EXPERIMENT/latest");
        }
        List<Run> runs = new ArrayList<>();
        try (Stream<Path> files = Files.find(folder, 2, (file, attributes) -> file.endsWith(RunFile.NAME))) {
            for (Path file : files.toList()) {
                runs.add(RunFile.read(file));
            }
        }
        if (runs.isEmpty()) {
            throw new BadInput("no VARIANT/" + RunFile.NAME + " in " + folder);
        }
        runs.sort(Comparator.comparing(Run::startedAt));
        return runs;
    }

    /** The bundled case where it still is, for its title and words; else what the runs themselves tell. */
    private static Experiment experiment(List<Run> runs) {
        Run first = runs.getFirst();
        Optional<Path> file = BundledCases.ofLauncher().find(first.experiment());
        if (file.isPresent()) {
            try {
                return ExperimentFile.read(file.get());
            } catch (InvalidExperimentException e) {
                // the case changed since; the runs still have all figures
            }
        }
        return new Experiment(
                first.experiment(),
                first.experiment(),
                "",
                Path.of(""),
                List.of(),
                "",
                first.load(),
                first.physics(),
                runs.stream().map(Run::variant).toList());
    }
}
