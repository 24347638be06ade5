package dev.headroom.report.view;

import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Run;
import java.util.List;
import java.util.stream.Collectors;

/** What is to be said of services that ran before their experiment. */
final class Guests {

    private Guests() {}

    static List<String> notes(ExperimentResult result) {
        return result.experiment().services().stream()
                .filter(Service::runsAlready)
                .map(service -> note(service, result))
                .toList();
    }

    private static String note(Service service, ExperimentResult result) {
        boolean watched = service.name().equals(result.experiment().watch());
        String process = watched ? processes(result.runs()) : "";
        String there = service.name() + " ran before this experiment" + process;
        String left = !watched || !moved(result.runs()) ? "was left as it was" : "was left running";
        String limits = !watched
                ? ""
                : moved(result.runs())
                        ? ", and limits of it were moved with consent, as its verdicts tell"
                        : ", and no limit of it was moved";
        return there + " and " + left + ": nobody started or stopped it" + limits + ".";
    }

    private static String processes(List<Run> runs) {
        String pids = runs.stream()
                .flatMap(run -> run.observation().stream())
                .filter(seen -> !seen.probe().sawNothing())
                .map(Observation::jvm)
                .map(jvm -> Long.toString(jvm.pid()))
                .distinct()
                .collect(Collectors.joining(", "));
        return pids.isEmpty() ? "" : " (process " + pids + ")";
    }

    /** Of the service, not of its load. */
    private static boolean moved(List<Run> runs) {
        return runs.stream()
                .flatMap(run -> run.diagnosis().stream())
                .flatMap(found -> found.moves().stream())
                .anyMatch(one -> !one.move().parts().stream().allMatch(Part::isLoad));
    }
}
