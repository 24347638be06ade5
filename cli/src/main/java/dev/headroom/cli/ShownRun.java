package dev.headroom.cli;

import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.ExperimentResult;
import dev.headroom.lab.Lab;
import dev.headroom.lab.LabException;
import dev.headroom.lab.LabListener;
import dev.headroom.lab.RunOptions;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.load.EmbeddedEngine;
import dev.headroom.report.Reports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * An experiment that was run before the eyes of whoever waits for it: a picture for a person, lines for a pipe or a log.
 *
 * @param page the report; empty where it could not be made
 */
record ShownRun(ExperimentResult result, Optional<Path> page) {

    private static final int PIPE_COLUMNS = 100;

    /** Runs it, and prints its figures and where its report is; where the run broke off, those of what was measured until then. */
    static ShownRun of(Experiment experiment, RunOptions options)
            throws InvalidExperimentException, LabException, InterruptedException, IOException {
        boolean person = System.console() != null && System.console().isTerminal();
        return person ? onTerminal(experiment, options) : onPipe(experiment, options);
    }

    private static ShownRun onTerminal(Experiment experiment, RunOptions options)
            throws InvalidExperimentException, LabException, InterruptedException, IOException {
        boolean colours = System.getenv("NO_COLOR") == null;
        try (Terminal terminal =
                TerminalBuilder.builder().system(true).nativeSignals(false).build()) {
            LiveView view = new LiveView(terminal, colours);
            int columns = terminal.getWidth() > 0 ? terminal.getWidth() : PIPE_COLUMNS;
            return run(experiment, options, view, view::close, columns, colours);
        }
    }

    private static ShownRun onPipe(Experiment experiment, RunOptions options)
            throws InvalidExperimentException, LabException, InterruptedException, IOException {
        return run(experiment, options, new Progress(System.out), () -> {}, PIPE_COLUMNS, false);
    }

    private static ShownRun run(
            Experiment experiment,
            RunOptions options,
            LabListener listener,
            Runnable over,
            int columns,
            boolean colours)
            throws InvalidExperimentException, LabException, InterruptedException, IOException {
        Lab lab = new Lab(new EmbeddedEngine(), new AttachingProbes(), Version.headroom());
        var pages = new GrowingReport(experiment, listener);
        try {
            ExperimentResult result;
            try {
                result = lab.run(experiment, options, pages);
            } finally {
                over.run();
            }
            return shown(result, pages, columns, colours);
        } catch (LabException e) {
            e.measured()
                    .filter(result -> !result.runs().isEmpty())
                    .ifPresent(result -> shown(result, pages, columns, colours));
            throw e;
        }
    }

    /** Writes the page, and says what there is. */
    static ShownRun shown(ExperimentResult result, GrowingReport pages, int columns, boolean colours) {
        Optional<Path> page = pages.write(result);
        System.out.println();
        System.out.println(Reports.terminal(result, columns, colours));
        page.ifPresent(file -> System.out.println("Report: " + file.toUri()));
        pages.fault()
                .ifPresent(why -> System.err.println("headroom: the report could not be made (" + why
                        + "); the results are in " + pages.folder() + ", and `headroom report " + pages.folder()
                        + "` makes it from them"));
        return new ShownRun(result, page);
    }
}
