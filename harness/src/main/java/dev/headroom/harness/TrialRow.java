package dev.headroom.harness;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.text.Ids;
import dev.headroom.core.text.Numbers;
import dev.headroom.lab.LabEvent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * One run of a trial, and what was said of it.
 *
 * @param jdk that the service ran on
 * @param repeat counted from 1
 * @param named from the start of the load until the live verdict was the final one, and stayed; empty where it never was
 */
public record TrialRow(Trial trial, int jdk, int repeat, Run run, TrialOutcome outcome, Optional<Duration> named) {

    static TrialRow of(Trial trial, int jdk, int repeat, Run run, Optional<LabEvent.Named> live) {
        Optional<Duration> named = live.filter(last -> run.diagnosis()
                        .filter(found -> TrialOutcome.same(last.diagnosis(), found))
                        .isPresent())
                .map(LabEvent.Named::after);
        return new TrialRow(trial, jdk, repeat, run, TrialOutcome.of(trial, run), named);
    }

    boolean twin() {
        return run.variant().name().equals(Trial.TWIN);
    }

    /** What Headroom said: kind, capacity and name of the limit; else the verdict. */
    String said() {
        return run.failure()
                .orElseGet(() -> run.diagnosis()
                        .map(found -> found.bindingLimit()
                                .map(limit -> (found.verdict() == Diagnosis.Verdict.LIMIT
                                                ? ""
                                                : Ids.of(found.verdict()) + ": ")
                                        + words(limit))
                                .orElseGet(() -> Ids.of(found.verdict())))
                        .orElse("nothing"));
    }

    /** Kind, capacity and name. */
    public static String words(Limit limit) {
        String capacity = limit.workers().isPresent() ? " " + limit.workers().getAsInt() : "";
        return limit.kind().id() + capacity + (limit.pool().isEmpty() ? "" : " (" + limit.pool() + ")");
    }

    /** What would have been right. */
    String expected() {
        if (twin() || trial.kinds().isEmpty()) {
            return twin() ? Ids.of(Diagnosis.Verdict.LOAD_IS_THE_LIMIT) : trial.verdict();
        }
        String capacity = trial.capacity().isPresent() ? " " + trial.capacity().getAsInt() : "";
        return trial.kinds().stream().collect(Collectors.joining(" or ")) + capacity;
    }

    OptionalDouble throughput() {
        return run.diagnosis().stream()
                .mapToDouble(found -> found.throughput().value())
                .findFirst();
    }

    OptionalDouble ceiling() {
        return run.diagnosis().flatMap(Diagnosis::ceiling).stream()
                .mapToDouble(Measure::value)
                .findFirst();
    }

    /** Mean seconds of a request that waits for no one. */
    OptionalDouble unloaded() {
        return run
                .diagnosis()
                .flatMap(found -> found.account().unloaded())
                .map(Measure::value)
                .or(() -> run.singleRequest().map(alone -> alone.toNanos() / 1e9))
                .stream()
                .mapToDouble(Double::doubleValue)
                .findFirst();
    }

    String standing() {
        return run.diagnosis().map(found -> Ids.of(found.standing())).orElse("");
    }

    /** One line of the terminal. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "%-22s %-5s %2d #%d %-21s %s%s; ceiling %s%s, X %s, R0 %s%s",
                trial.name(),
                run.variant().name(),
                jdk,
                repeat,
                outcome.words(),
                said(),
                standing().isEmpty() ? "" : ", " + standing(),
                number(ceiling()),
                trial.ceiling().isPresent() && !twin() ? " of " + number(trial.ceiling()) : "",
                number(throughput()),
                unloaded().isPresent() ? Numbers.time(unloaded().getAsDouble()) : "-",
                named.map(after -> ", named after " + Numbers.time(after.toMillis() / 1e3))
                        .orElse(", not named live"));
    }

    static String number(OptionalDouble value) {
        return value.isPresent() ? Numbers.of(value.getAsDouble()) : "-";
    }

    /** For {@code --json}. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("trial", trial.name());
        json.put("variant", run.variant().name());
        json.put("jdk", jdk);
        json.put("repeat", repeat);
        json.put("outcome", Ids.of(outcome));
        json.put("expected", expected());
        json.put("said", said());
        json.put("standing", standing());
        put(json, "expectedCeiling", twin() ? OptionalDouble.empty() : trial.ceiling());
        put(json, "ceiling", ceiling());
        put(json, "throughput", throughput());
        put(json, "expectedUnloaded", OptionalDouble.of(trial.delayMillis() / 1000));
        put(json, "unloaded", unloaded());
        named.ifPresent(after -> json.put("namedAfter", after.toMillis() / 1e3));
        run.diagnosis().ifPresent(found -> json.put("summary", found.summary()));
        return json;
    }

    private static void put(Map<String, Object> json, String key, OptionalDouble value) {
        value.ifPresent(number -> json.put(key, number));
    }
}
