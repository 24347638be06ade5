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
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * An experiment that was run before the eyes of whoever waits for it: a picture for a person, lines for a pipe or a log.
 *
 * @param page the report
 */
record ShownRun(ExperimentResult result, Path page) {

    private static final int PIPE_COLUMNS = 100;

    /** Runs it, and prints its figures and where its report is. */
    static ShownRun of(Experiment experiment, RunOptions options)
            throws InvalidExperimentException, LabException, InterruptedException, IOException {
        boolean person = System.console() != null && System.console().isTerminal();
        return person ? onTerminal(experiment, options) : onPipe(experiment, options);
    }

    private static ShownRun onTerminal(Experiment experiment, RunOptions options)
            throws InvalidExperimentException, LabException, InterruptedException, IOException {
        try (Terminal terminal =
                TerminalBuilder.builder().system(true).nativeSignals(false).build()) {
            ShownRun shown;
            try (LiveView view = new LiveView(terminal)) {
                shown = run(experiment, options, view);
            }
            int columns = terminal.getWidth() > 0 ? terminal.getWidth() : PIPE_COLUMNS;
            shown.print(columns, System.getenv("NO_COLOR") == null);
            return shown;
        }
    }

    private static ShownRun onPipe(Experiment experiment, RunOptions options)
            throws InvalidExperimentException, LabException, InterruptedException, IOException {
        ShownRun shown = run(experiment, options, new Progress(System.out));
        shown.print(PIPE_COLUMNS, false);
        return shown;
    }

    private static ShownRun run(Experiment experiment, RunOptions options, LabListener listener)
            throws InvalidExperimentException, LabException, InterruptedException, IOException {
        var pages = new GrowingReport(experiment, listener);
        Lab lab = new Lab(new EmbeddedEngine(), new AttachingProbes(), Version.headroom());
        ExperimentResult result = lab.run(experiment, options, pages);
        return new ShownRun(result, ReportFiles.write(pages.folder(), result));
    }

    private void print(int columns, boolean ansi) {
        System.out.println();
        System.out.println(Reports.terminal(result, columns, ansi));
        System.out.println("Report: " + page.toUri());
    }
}
