package dev.headroom.lab;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Run;
import dev.headroom.core.model.Variant;
import dev.headroom.load.LoadProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What happens while an experiment runs, in this order for each variant. */
public sealed interface LabEvent {

    /** @param folder where results go */
    record ExperimentStarting(Path folder, int variants) implements LabEvent {}

    /** @param index from 1 */
    record VariantStarting(int index, int count, Variant variant, Load load) implements LabEvent {}

    /** The variant was completed by the execution that this one resumes. */
    record VariantSkipped(Run run, Path runJson) implements LabEvent {}

    record ServiceStarting(String name, int port) implements LabEvent {}

    record ServiceReady(String name, Duration took) implements LabEvent {}

    /** Services are ready, and the requests that the variant puts before its load are sent; most have none. */
    record Prepared(int requests) implements LabEvent {}

    /** About four a second while the load is on. */
    record Progress(Variant variant, LoadProgress load, Optional<Observation.Sample> sample) implements LabEvent {}

    /** The run is stored; {@link Run#failure()} tells whether it broke off. */
    record VariantFinished(Run run, Path runJson) implements LabEvent {}
}
