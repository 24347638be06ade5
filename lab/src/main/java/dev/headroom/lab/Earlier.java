package dev.headroom.lab;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.store.MadeOf;
import dev.headroom.lab.store.Redaction;
import dev.headroom.lab.store.ResultsFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the execution that is resumed has left of a turn.
 *
 * @param run that was completed
 * @param changes parts of it that are not what they were then
 */
record Earlier(Optional<Run> run, List<String> changes) {

    static final Earlier NONE = new Earlier(Optional.empty(), List.of());

    Earlier {
        changes = List.copyOf(changes);
    }

    /** Whether the turn need not be taken again. */
    boolean stands() {
        return run.isPresent() && changes.isEmpty();
    }

    /**
     * Of all turns, before the first of them begins: a file that cannot be read is told at once. What a turn that was broken off had put aside is back.
     *
     * @param services parts of the services that are not what they were
     */
    static Map<Turn, Earlier> of(
            Map<Turn, MadeOf> turns,
            List<String> services,
            ResultsFolder results,
            Experiment experiment,
            RunOptions options,
            Redaction redaction,
            LabListener listener)
            throws IOException {
        Map<Turn, Earlier> all = new HashMap<>();
        for (Map.Entry<Turn, MadeOf> turn : turns.entrySet()) {
            String folder = turn.getKey().folder();
            if (results.putBack(folder)) {
                listener.on(new LabEvent.Noted(
                        folder + " was broken off when it ran again: the run that it had completed before is back"));
            }
            Optional<Run> run = results.completed(folder);
            if (run.isPresent()) {
                Variant variant = turn.getKey().variant();
                List<String> changes = new ArrayList<>(results.madeOf(folder)
                        .map(then -> then.differences(turn.getValue()))
                        .orElse(services));
                changes.addAll(changes(run.get(), redaction.of(variant), Lab.load(experiment, variant, options)));
                changes.addAll(askedOtherwise(run.get(), options, redaction));
                all.put(turn.getKey(), new Earlier(run, changes));
            }
        }
        return all;
    }

    /** Parts of the services that are not what they were when the results that are resumed began. */
    static List<String> changedServices(ResultsFolder results, Experiment now) throws IOException {
        return results.experiment().stream()
                .flatMap(then -> ResultsFolder.differences(then, now).stream())
                .filter(part -> part.equals("services") || part.equals("watch"))
                .toList();
    }

    private static List<String> changes(Run earlier, Variant now, Load load) {
        List<String> changes = new ArrayList<>(ResultsFolder.differences(earlier.variant(), now));
        if (!earlier.load().equals(load) && !changes.contains("load")) {
            changes.add("load");
        }
        return changes;
    }

    private static List<String> askedOtherwise(Run earlier, RunOptions options, Redaction redaction) {
        List<String> otherwise = new ArrayList<>();
        if (earlier.quick() != options.quick()) {
            otherwise.add("--quick");
        }
        if (!earlier.overrides().equals(redaction.of(options.overrides()))) {
            otherwise.add("what the command line sets");
        }
        return otherwise;
    }
}
