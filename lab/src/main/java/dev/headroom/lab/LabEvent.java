package dev.headroom.lab;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.proof.Runner;
import dev.headroom.load.recording.LoadProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What happens while an experiment runs, in this order for each variant. */
public sealed interface LabEvent {

    /** @param folder where results go */
    record ExperimentStarting(Path folder) implements LabEvent {}

    /**
     * @param index from 1
     * @param left until all of them are over; empty where nobody knows
     */
    record VariantStarting(int index, int count, Variant variant, Optional<Duration> left) implements LabEvent {}

    /** The variant was completed by the execution that this one resumes. */
    record VariantSkipped(Run run) implements LabEvent {}

    /**
     * The variant was completed by the execution that this one resumes, but is not what it was then: it runs again, and its earlier run is kept until the new one has completed.
     *
     * @param parts of its definition, of its load or of the services, that differ
     */
    record VariantChanged(Variant variant, List<String> parts) implements LabEvent {}

    /** Something that is good to know of the results, in a sentence without its full stop. */
    record Noted(String what) implements LabEvent {}

    /** The variant cannot be run on this machine; {@link Run#leftOut()} tells why. */
    record VariantLeftOut(Run run) implements LabEvent {}

    /**
     * The service runs already: nobody starts or stops it.
     *
     * @param what its process, or what is not seen of it; empty where it is not watched
     */
    record ServiceFound(String name, String what) implements LabEvent {}

    record ServiceStarting() implements LabEvent {}

    record ServiceReady(String name, Duration took) implements LabEvent {}

    /** Services are ready, and the requests that the variant puts before its load are sent; most have none. */
    record Prepared(int requests) implements LabEvent {}

    /** A single user follows, before the load or after it. */
    record BaselineStarting() implements LabEvent {}

    /** Somebody is asked whether a limit of a service that runs already may be moved; told before, so that nothing is drawn meanwhile. */
    record Asking() implements LabEvent {}

    /** A limit is moved to and fro while the load goes on; told before each window. */
    record Proving(Runner.Progress progress) implements LabEvent {}

    /** What came of it; told of moves that were not begun, too. */
    record Proved(Intervention moved) implements LabEvent {}

    /** About four a second while a load is on. */
    record Progress(Variant variant, LoadProgress load, Optional<Observation.Sample> sample) implements LabEvent {}

    /** A load is late; told again when it is late by twice as much. */
    record Waiting(String what) implements LabEvent {}

    /**
     * What seems to bind while the load is on, told when it changes. A preview: nothing has been moved, and it may change again.
     *
     * @param after the first request was due
     */
    record Named(Duration after, Diagnosis diagnosis) implements LabEvent {}

    /** The run is stored; {@link Run#failure()} tells whether it broke off. */
    record VariantFinished(Run run) implements LabEvent {}
}
