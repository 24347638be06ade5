package dev.headroom.cli;

import dev.headroom.core.diagnosis.Verification;
import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.ExperimentResult;
import dev.headroom.core.model.Run;
import dev.headroom.lab.LabEvent;
import dev.headroom.lab.LabListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Writes the report again after each variant, so that an interrupted experiment has a page of what it did. */
final class GrowingReport implements LabListener {

    private final Experiment experiment;
    private final LabListener next;
    private final Instant startedAt = Instant.now();
    private final List<Run> runs = new ArrayList<>();
    private Path folder = Path.of("");

    GrowingReport(Experiment experiment, LabListener next) {
        this.experiment = experiment;
        this.next = next;
    }

    /** Where the results are; known once the experiment has started. */
    Path folder() {
        return folder;
    }

    @Override
    public void on(LabEvent event) {
        switch (event) {
            case LabEvent.ExperimentStarting starting -> folder = starting.folder();
            case LabEvent.VariantSkipped skipped -> runs.add(skipped.run());
            case LabEvent.VariantFinished finished -> {
                runs.add(finished.run());
                write();
            }
            default -> {}
        }
        next.on(event);
    }

    private void write() {
        Duration elapsed = Duration.between(startedAt, Instant.now());
        try {
            ReportFiles.write(folder, new ExperimentResult(experiment, startedAt, elapsed, Verification.verify(runs)));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
