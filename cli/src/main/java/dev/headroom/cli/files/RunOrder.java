package dev.headroom.cli.files;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.result.Run;
import java.util.Comparator;
import java.util.List;

/** Runs in the order of their experiment, whenever each was made: a run that was made again keeps its place. */
public final class RunOrder {

    private RunOrder() {}

    /** Variants as the file has them, those that it has no more last; the runs of one by their time. */
    public static List<Run> of(Experiment experiment, List<Run> runs) {
        List<String> order = experiment.variants().stream().map(Variant::name).toList();
        return runs.stream()
                .sorted(Comparator.comparingInt((Run run) -> place(order, run)).thenComparing(Run::startedAt))
                .toList();
    }

    private static int place(List<String> order, Run run) {
        int place = order.indexOf(run.variant().name());
        return place < 0 ? order.size() : place;
    }
}
