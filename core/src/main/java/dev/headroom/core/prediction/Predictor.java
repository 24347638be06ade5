package dev.headroom.core.prediction;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Prediction;
import dev.headroom.core.model.Times;
import java.util.Optional;

/** Expects latencies from what the probe saw of the pools (m, V, S) and the load, without any measured latency. */
public final class Predictor {

    /** More requests than this would take longer to simulate than a reader wants to wait. */
    private static final double MOST_REQUESTS = 5e6;

    private Predictor() {}

    /** Predicts for a machine that the run has to itself. */
    public static Optional<Prediction> predict(Load load, Observation observation) {
        return predict(load, observation, 0);
    }

    /**
     * Empty where the observation does not hold enough to build a model of the service.
     *
     * @param strangers cores that processes other than those of the run had in use: their time is no request's
     */
    public static Optional<Prediction> predict(Load load, Observation observation, double strangers) {
        return ModelReader.read(load, observation, strangers)
                .filter(model -> requests(load, model) <= MOST_REQUESTS)
                .map(model -> Simulation.run(load, model));
    }

    /** How many requests the load can come to at most. */
    private static double requests(Load load, ServiceModel model) {
        return switch (load) {
            case Load.Open open -> open.rate().perSecond() * Times.seconds(open.duration());
            case Load.Closed closed ->
                switch (closed.until()) {
                    case Load.Until.Iterations iterations -> (double) closed.users() * iterations.perUser();
                    case Load.Until.Requests requests -> requests.total();
                    case Load.Until.Elapsed elapsed ->
                        closed.users()
                                * Times.seconds(elapsed.duration())
                                / (Plans.unloaded(model.request()) + Times.seconds(closed.thinkTime()));
                };
        };
    }
}
