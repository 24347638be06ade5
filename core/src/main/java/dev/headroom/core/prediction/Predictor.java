package dev.headroom.core.prediction;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;

/** Expects latencies from what the probe saw of the pools (m, V, S), the limit that was named and the load, without any response time under load. */
public final class Predictor {

    /** More requests than this would take longer to simulate than a reader wants to wait. */
    private static final double MOST_REQUESTS = 5e6;

    /** What a response may be sooner than that of a single user, relative, who comes while code is still being compiled. */
    private static final double SOONER = 0.1;

    /** What a request that has all pools to itself may take longer than a single user's, relative: what a load costs the processor. */
    private static final double LONGER = 0.3;

    private Predictor() {}

    /** @param without why nothing is predicted; empty where something is, or too little was seen for a model */
    public record Forecast(Optional<Prediction> prediction, Optional<String> without) {

        private static final Forecast NO_MODEL = new Forecast(Optional.empty(), Optional.empty());

        private static Forecast nothing(String why) {
            return new Forecast(Optional.empty(), Optional.of("Nothing is predicted: " + why + "."));
        }
    }

    /**
     * Nothing where the observation does not hold enough to build a model of the service. Of a load with several kinds of request each takes of the
     * limit and besides what it takes with one user. Where that is not known, or a limit binds that is no queue in front of so many places, all
     * requests are taken for one kind: the pools say what it does, unless what binds is a queue behind them.
     *
     * @param otherCores cores that processes other than those of the run had in use: their time is no request's
     * @param kinds none where there is one only
     * @param found names the limit, and R0. A model by which a single user is answered sooner lacks a part of the service; one by which he is
     *     answered later has waits in its times, and one that promises more than the ceiling does not know the limit: they are dropped
     */
    public static Forecast predict(
            Load load, Observation observation, double otherCores, List<KindOfRequest> kinds, Diagnosis found) {
        Optional<Limit> limit = found.bindingLimit();
        return MixReader.read(kinds, limit, observation)
                .filter(model -> requests(load, model) <= MOST_REQUESTS)
                .or(() -> ModelReader.read(load, observation, otherCores)
                        .map(model -> limit.filter(one -> isBehind(one, model)).isEmpty()
                                ? model
                                : MixReader.read(found, observation).orElse(model))
                        .filter(model -> requests(load, model) <= MOST_REQUESTS))
                .map(model -> forecast(load, model, found))
                .orElse(Forecast.NO_MODEL);
    }

    /** A queue that the pools of a model wait for in their holding times. */
    private static boolean isBehind(Limit limit, ServiceModel model) {
        return MixReader.isQueue(limit)
                && model.pools().stream().noneMatch(pool -> pool.name().equals(limit.pool()));
    }

    private static Forecast forecast(Load load, ServiceModel model, Diagnosis found) {
        Optional<Measure> one = found.account().unloaded();
        boolean unknown = one.isEmpty()
                && found.bindingLimit().filter(limit -> isBehind(limit, model)).isPresent();
        if (unknown
                || one.filter(time -> model.unloaded() > time.value() * (1 + LONGER) + time.knownError())
                        .isPresent()) {
            return Forecast.nothing("no service time without waiting was seen");
        }
        Prediction prediction = Simulation.run(load, model);
        if (one.filter(time -> Times.seconds(prediction.mean()) < time.value() * (1 - SOONER) - time.knownError())
                .isPresent()) {
            return Forecast.NO_MODEL;
        }
        double expected = prediction.throughput().perSecond();
        return found.ceiling()
                .filter(ceiling -> expected > ceiling.value() + ceiling.knownError())
                .map(ceiling -> Forecast.nothing("what was seen of the service would answer " + Numbers.of(expected)
                        + "/s, more than what binds allows"))
                .orElse(new Forecast(Optional.of(prediction), Optional.empty()));
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
