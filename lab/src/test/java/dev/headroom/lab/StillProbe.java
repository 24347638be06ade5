package dev.headroom.lab;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.probe.Probe;
import java.util.Optional;

/** Watches nothing: what a test says is what it saw. */
public interface StillProbe extends Probe {

    @Override
    default String mode() {
        return "agent";
    }

    @Override
    default void start() {}

    @Override
    default Optional<Observation.Sample> latest() {
        return Optional.empty();
    }

    @Override
    default void close() {}
}
