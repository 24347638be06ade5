package dev.headroom.core.prediction;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Prediction;
import java.util.Optional;

/** Expects latencies from what the probe saw of the pools (m, V, S) and the load, without any measured latency. */
public final class Predictor {

    private Predictor() {}

    /** Empty where the observation does not hold enough to build a model of the service. */
    public static Optional<Prediction> predict(Load load, Observation observation) {
        return Optional.empty();
    }
}
