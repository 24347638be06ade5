package dev.headroom.cli.files;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.proof.Lifting;
import dev.headroom.lab.LabEvent;
import dev.headroom.lab.LabListener;
import dev.headroom.lab.store.FileFailure;
import dev.headroom.lab.store.ResultsFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes the report again after each variant, so that an interrupted experiment has a page of what it did; of results that are resumed all that is there, with these runs
 * in place of earlier ones of theirs. A page that cannot be made ends no
 * run: it is told at the end, and the results are there to make it from.
 */
public final class GrowingReport implements LabListener {

    private final Experiment experiment;
    private final LabListener next;
    private final Instant startedAt = Instant.now();
    private final List<Run> runs = new ArrayList<>();
    private List<Run> earlier = List.of();
    private Path folder = Path.of("");
    private Optional<Exception> fault = Optional.empty();

    public GrowingReport(Experiment experiment, LabListener next) {
        this.experiment = experiment;
        this.next = next;
    }

    /** Where the results are; known once the experiment has started. */
    public Path folder() {
        return folder;
    }

    @Override
    public void on(LabEvent event) {
        switch (event) {
            case LabEvent.ExperimentStarting starting -> {
                folder = starting.folder();
                earlier = stored();
            }
            case LabEvent.VariantSkipped skipped -> runs.add(skipped.run());
            case LabEvent.VariantLeftOut leftOut -> runs.add(leftOut.run());
            case LabEvent.VariantFinished finished -> {
                runs.add(finished.run());
                Duration elapsed = Duration.between(startedAt, Instant.now());
                write(new ExperimentResult(experiment, startedAt, elapsed, Lifting.note(runs)));
            }
            default -> {}
        }
        next.on(event);
    }

    /** The page of all of it; empty where it cannot be made. */
    public Optional<Path> write(ExperimentResult result) {
        try {
            fault = Optional.empty();
            return Optional.of(ReportFiles.write(folder, whole(result)));
        } catch (IOException | RuntimeException e) {
            fault = Optional.of(e);
            return Optional.empty();
        }
    }

    /** What was there before; nothing in a new folder. */
    private List<Run> stored() {
        try {
            ResultsFolder.Stored stored = new ResultsFolder(folder).runs();
            stored.unreadable().forEach(file -> next.on(new LabEvent.Noted("left out of the report: " + file)));
            return stored.runs();
        } catch (IOException | UncheckedIOException e) {
            next.on(new LabEvent.Noted("earlier runs are left out of the report: " + FileFailure.why(e)));
            return List.of();
        }
    }

    private ExperimentResult whole(ExperimentResult result) {
        List<Run> others = earlier.stream()
                .filter(run -> result.runs().stream().noneMatch(now -> isSame(now, run)))
                .toList();
        if (others.isEmpty()) {
            return result;
        }
        List<Run> all = Stream.concat(others.stream(), result.runs().stream()).toList();
        return new ExperimentResult(
                result.experiment(),
                result.startedAt(),
                result.elapsed(),
                Lifting.note(RunOrder.of(result.experiment(), all)));
    }

    /** Of one variant the same repetition. */
    private static boolean isSame(Run one, Run other) {
        return one.variant().name().equals(other.variant().name()) && one.repetition() == other.repetition();
    }

    /** Why the last page could not be made. */
    public Optional<Exception> fault() {
        return fault;
    }
}
