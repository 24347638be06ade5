package dev.headroom.core.model.result;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation;
import java.util.Optional;

/** A service that was watched under a load, whoever put it on, and what was found. */
public interface Diagnosed {

    Optional<Observation> observation();

    Optional<Diagnosis> diagnosis();

    /** The service with one user; empty where it was not measured. */
    default Optional<Baseline> baseline() {
        return Optional.empty();
    }

    /** Why it broke off before its end. */
    default Optional<String> failure() {
        return Optional.empty();
    }

    /** Why it was not run at all. */
    default Optional<String> leftOut() {
        return Optional.empty();
    }

    /** The load that Headroom put on; empty where it is somebody else's. */
    default Optional<Load> ownLoad() {
        return Optional.empty();
    }
}
