package dev.headroom.core.testing;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.LoadResult;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A run as the lab hands it to the doctor, with what the service did with one user. */
public record Measured(
        Load load,
        LoadResult result,
        Observation observation,
        Optional<Baseline> baseline,
        Map<String, Double> processes,
        String watched) {

    /** Of which the service with one user was not measured. */
    public static Measured run(Load load, LoadResult result, Observation observation) {
        return new Measured(load, result, observation, Optional.empty(), Map.of(), "service");
    }

    public static Measured run(Load load, LoadResult result, Seen seen) {
        return run(load, result, seen.observation());
    }

    /** Of a load that ran evenly, as {@link Counts} has it. */
    public static Measured run(Load.Closed load, double throughput, double response, int seconds, Seen seen) {
        return run(load, Counts.of(load, throughput, response, seconds), seen);
    }

    /** On a service with a ceiling, as {@link Counts} has it. */
    public static Measured run(Load.Open load, double ceiling, double unloaded, Seen seen) {
        return run(load, Counts.of(load, ceiling, unloaded), seen);
    }

    /** What a diagnosis may name. */
    public static Limit limit(LimitKind kind, String name, int workers) {
        return new Limit(kind, name, OptionalInt.of(workers));
    }

    /** Of the limit that is named. */
    public static LimitKind kind(Diagnosis found) {
        return found.bindingLimit().orElseThrow().kind();
    }

    /** What is said of a service under a load that is not ours. */
    public static Diagnosis observed(Seen seen, Counted counted) {
        return Doctor.inspect("shop", seen.observation(), Optional.of(counted)).found();
    }

    /** The same by the kernel's count. */
    public static Diagnosis observed(Seen seen, double throughput, double inFlight) {
        return observed(seen, Counts.byKernel(throughput, 1, inFlight));
    }

    /** @param unloaded R0, seconds; what the probe saw then is not known */
    public Measured alone(double unloaded) {
        return alone(unloaded, unloaded / 100, Optional.empty());
    }

    /** @param seen of one user */
    public Measured alone(double unloaded, Seen seen) {
        return alone(unloaded, unloaded / 100, Optional.of(seen.observation()));
    }

    /** @param error of R0, seconds */
    public Measured alone(double unloaded, double error, Optional<Observation> seen) {
        Measure response = new Measure(unloaded, error, "one user");
        Baseline one = new Baseline(response, Optional.of(response), Optional.of(response), true, seen);
        return new Measured(load, result, observation, Optional.of(one), processes, watched);
    }

    /** The same of a service that one user found as long after the load as is said here. */
    public Measured after(double seconds) {
        Baseline before = baseline.orElseThrow();
        Measure after = new Measure(seconds, seconds / 100, "one user");
        return new Measured(
                load,
                result,
                observation,
                Optional.of(new Baseline(
                        before.response(), before.before(), Optional.of(after), false, before.observation())),
                processes,
                watched);
    }

    /** @param seconds of a processor, by process */
    public Measured processes(String service, Map<String, Double> seconds) {
        return new Measured(load, result, observation, baseline, seconds, service);
    }

    public Measurement measurement() {
        return Measurement.of(load, result, observation, baseline, processes, watched, Optional.empty());
    }

    /** What is said where that had not settled in the window. */
    public Diagnosis diagnosis(String unsettled) {
        return Doctor.diagnose(
                Measurement.of(load, result, observation, baseline, processes, watched, Optional.of(unsettled)));
    }

    public Diagnosis diagnosis() {
        return Doctor.diagnose(measurement());
    }
}
