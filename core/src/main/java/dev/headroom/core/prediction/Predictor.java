package dev.headroom.core.prediction;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.model.result.Prediction;
import java.util.List;
import java.util.Optional;

/** Expects latencies from what the probe saw of the pools (m, V, S) and the load, without any measured latency. */
public final class Predictor {

    /** More requests than this would take longer to simulate than a reader wants to wait. */
    private static final double MOST_REQUESTS = 5e6;

    /** What a response may be sooner than that of a single user, relative, who comes while code is still being compiled. */
    private static final double SOONER = 0.1;

    private Predictor() {}

    /**
     * Empty where the observation does not hold enough to build a model of the service. Of a load with several kinds of request each takes of the
     * limit and besides what it takes with one user. Where that is not known, or a limit binds that is no queue in front of so many places, all
     * requests are taken for one kind.
     *
     * @param otherCores cores that processes other than those of the run had in use: their time is no request's
     * @param kinds none where there is one only
     * @param unloaded R0, seconds. No load is answered sooner than a single user: a model that says so lacks a part of the service, and is dropped
     */
    public static Optional<Prediction> predict(
            Load load,
            Observation observation,
            double otherCores,
            List<KindOfRequest> kinds,
            Optional<Limit> limit,
            Optional<Measure> unloaded) {
        return MixReader.read(kinds, limit, observation)
                .filter(model -> requests(load, model) <= MOST_REQUESTS)
                .or(() -> ModelReader.read(
                                load,
                                observation,
                                otherCores,
                                limit.filter(one -> one.kind() == LimitKind.CPU).isPresent())
                        .filter(model -> requests(load, model) <= MOST_REQUESTS))
                .map(model -> Simulation.run(load, model))
                .filter(prediction -> unloaded.filter(
                                one -> Times.seconds(prediction.mean()) < one.value() * (1 - SOONER) - one.knownError())
                        .isEmpty());
    }

    /** How many requests the load can come to at most. */
    private static double requests(Load load, ServiceModel model) {
        return switch (load) {
            case Load.Open open -> open.arrivalsBy(Times.seconds(open.duration()));
            case Load.Tool tool -> Double.POSITIVE_INFINITY; // nobody knows what its script would do
            case Load.Closed closed ->
                closed.until() instanceof Until.Elapsed elapsed
                        ? closed.most()
                                * Times.seconds(elapsed.duration())
                                / (model.unloaded() + Times.seconds(closed.thinkTime()))
                        : closed.until().requests(closed.users());
        };
    }
}
