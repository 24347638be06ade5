package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.Ceiling;
import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Diagnosis.Remedy;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Observation.Processor;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Times;
import dev.headroom.core.text.Numbers;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The processor: the server below all others, so where the run's own processes use it up, no pool above it is the root.
 * Its ceiling is cores / (processor seconds of one request). Service, downstream and generator often share one machine; then
 * it is what all of them use together that counts. What strangers use does not: a service that gets too little of a
 * busy machine shows threads that wait for a core, and uses most of the machine nevertheless.
 */
final class Processors {

    /** Cores used over those available from which the processor is taken for full. */
    private static final double FULL = 0.9;

    /** With threads waiting for a core as long as they run, fewer used cores tell as much: others use the rest. */
    private static final double CONTENDED = 0.6;

    private static final double CONTENDED_DELAY = 1;

    /** Where threads wait for a core less than this share of the time that they run, there are cores enough. */
    private static final double NO_DELAY = 0.2;

    private static final double MOSTLY = 0.5;

    private Processors() {}

    /** @param pool saturated, where one is */
    static Optional<Finding> in(Optional<Pool> pool, Evidence evidence) {
        Processor processor = evidence.observation().processor();
        double cores = Math.max(1, processor.available());
        boolean enough = processor.runQueueDelay().orElse(CONTENDED_DELAY) < NO_DELAY;
        if (!enough && processor.service() >= FULL * cores) {
            return Optional.of(finding(evidence, processor.service(), "the service uses"));
        }
        double ours = ours(evidence);
        if (!enough && ours >= FULL * cores) {
            return Optional.of(finding(evidence, ours, together(evidence)));
        }
        boolean contended = processor.service() >= CONTENDED * cores
                && processor.runQueueDelay().orElse(0) >= CONTENDED_DELAY;
        return contended && pool.map(Processors::mostlyRunning).orElse(true)
                ? Optional.of(finding(evidence, processor.service(), "the service uses"))
                : Optional.empty();
    }

    /** Whether the run's own processes use up the machine; strangers do not count. */
    static boolean full(Evidence evidence) {
        return in(Optional.empty(), evidence).isPresent();
    }

    static boolean mostlyRunning(Pool pool) {
        return pool.active() > 0 && pool.activities().getOrDefault(Activity.RUNNING, 0.0) >= MOSTLY * pool.active();
    }

    /** Cores that the processes of this run use; the service's and the generator's where no more is known. */
    private static double ours(Evidence evidence) {
        double elapsed = Times.seconds(evidence.result().elapsed());
        if (elapsed <= 0) {
            return evidence.observation().processor().service();
        }
        double known = evidence.processes().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        double both = evidence.observation().processor().service()
                + Times.seconds(evidence.result().generator().cpu()) / elapsed;
        return Math.max(known / elapsed, both);
    }

    private static String together(Evidence evidence) {
        double elapsed = Times.seconds(evidence.result().elapsed());
        return evidence.processes().isEmpty()
                ? "service and load generator use"
                : evidence.processes().entrySet().stream()
                                .sorted(Map.Entry.<String, Double>comparingByValue()
                                        .reversed())
                                .map(process -> process.getKey() + " " + Numbers.of(process.getValue() / elapsed))
                                .collect(Collectors.joining(", ", "the processes of this run (", ")"))
                        + " use";
    }

    private static Finding finding(Evidence evidence, double used, String who) {
        int cores = Math.max(1, evidence.observation().processor().available());
        Optional<Terms> terms = terms(cores, used, evidence);
        return Finding.of(
                new Limit(LimitKind.CPU, "cpu", OptionalInt.of(cores)),
                terms,
                new Remedy(
                        "Use less processor time per request, or more cores; more threads would only wait for them.",
                        OptionalDouble.empty(),
                        terms.map(its -> "A request takes "
                                        + Numbers.seconds(its.holdingTime().value()) + " of a processor.")
                                .orElse("")),
                "The processor is full: " + who + " " + Numbers.of(used) + " of " + cores + " cores at "
                        + Numbers.of(evidence.served().value()) + " requests/s"
                        + terms.map(its ->
                                        ", " + Numbers.seconds(its.holdingTime().value())
                                                + " of processor time a request: " + cores + " cores give "
                                                + Numbers.of(its.ceiling().value()) + " requests/s")
                                .orElse("")
                        + ".");
    }

    static Optional<Terms> terms(int cores, double used, Evidence evidence) {
        double rate = evidence.served().value();
        if (rate <= 0 || used <= 0) {
            return Optional.empty();
        }
        Measure visits = Measure.exact(1, "the request itself");
        Measure time = new Measure(used / rate, Double.NaN, "cores used / answers, both of the window");
        Measure ceiling = Ceiling.of(cores, visits, time);
        return Double.isFinite(ceiling.value())
                ? Optional.of(new Terms(cores, visits, time, ceiling, false, false))
                : Optional.empty();
    }
}
