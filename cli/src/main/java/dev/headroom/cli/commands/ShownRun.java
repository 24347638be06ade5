package dev.headroom.cli.commands;

import dev.headroom.cli.files.GrowingReport;
import dev.headroom.cli.live.Consent;
import dev.headroom.cli.live.LiveView;
import dev.headroom.cli.live.Progress;
import dev.headroom.cli.screen.Screen;
import dev.headroom.cli.screen.Version;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.lab.Guest;
import dev.headroom.lab.Lab;
import dev.headroom.lab.LabException;
import dev.headroom.lab.LabListener;
import dev.headroom.lab.RunOptions;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.store.Redaction;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.load.Engines;
import dev.headroom.report.Reports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jline.terminal.Terminal;

/**
 * An experiment that was run before the eyes of whoever waits for it: a picture for a person, lines for a pipe or a log.
 *
 * @param page the report; empty where it could not be made
 */
public record ShownRun(ExperimentResult result, Optional<Path> page) {

    /**
     * Runs it, and prints its figures and where its report is; where the run broke off, those of what was measured until then.
     *
     * @param guest how a service is treated that runs already, as whoever can be asked agrees
     */
    static ShownRun of(Experiment experiment, RunOptions options, Function<Consent.Person, Guest> guest)
            throws InvalidExperimentException, LabException, InterruptedException, IOException {
        if (!Screen.isTerminal()) {
            RunOptions unasked = options.with(guest.apply(Consent.AT_THE_TERMINAL));
            return run(experiment, unasked, new Progress(System.out), () -> {}, Screen.ofPipe());
        }
        try (Terminal terminal = Screen.terminal()) {
            Screen screen = Screen.of(terminal);
            LiveView view = new LiveView(terminal, screen.colours());
            return run(experiment, options.with(guest.apply(view)), view, view::close, screen);
        }
    }

    private static ShownRun run(
            Experiment experiment, RunOptions options, LabListener listener, Runnable over, Screen screen)
            throws InvalidExperimentException, LabException, InterruptedException, IOException {
        Lab lab = new Lab(new Engines(), new AttachingProbes(), Version.headroom());
        var pages = new GrowingReport(new Redaction(experiment, options.showSecrets()).of(experiment), listener);
        try {
            ExperimentResult result;
            try {
                result = lab.run(experiment, options, pages);
            } finally {
                over.run();
            }
            return shown(result, pages, screen);
        } catch (LabException e) {
            e.measured().filter(result -> !result.runs().isEmpty()).ifPresent(result -> shown(result, pages, screen));
            throw e;
        }
    }

    /** Writes the page, and says what there is. */
    public static ShownRun shown(ExperimentResult result, GrowingReport pages, Screen screen) {
        Optional<Path> page = pages.write(result);
        System.out.println();
        System.out.println(Reports.terminal(result, screen.columns(), screen.colours()));
        page.ifPresent(file -> System.out.println("Report: " + file.toUri()));
        pages.fault()
                .ifPresent(why -> System.err.println("headroom: the report could not be made (" + why
                        + "); the results are in " + pages.folder() + ", and `headroom report " + pages.folder()
                        + "` makes it from them"));
        return new ShownRun(result, page);
    }
}
