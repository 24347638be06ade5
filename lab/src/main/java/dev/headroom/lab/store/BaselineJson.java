package dev.headroom.lab.store;

import dev.headroom.core.model.Baseline;
import dev.headroom.core.model.Observation;
import tools.jackson.databind.node.ObjectNode;

/** {@code baseline} in {@code run.json}: the service with one user. Its observation stands in it as a whole. */
final class BaselineJson {

    private BaselineJson() {}

    static ObjectNode write(Baseline baseline) {
        ObjectNode json = Out.object();
        json.set("response", MeasureJson.write(baseline.response()));
        json.set("before", Out.optional(baseline.before(), MeasureJson::write));
        json.set("after", Out.optional(baseline.after(), MeasureJson::write));
        json.put("agree", baseline.agree());
        json.set("observation", Out.optional(baseline.observation(), BaselineJson::observation));
        return json;
    }

    static Baseline read(In in) throws BadRunFileException {
        return new Baseline(
                MeasureJson.read(in.object("response")),
                in.optional("before", MeasureJson::read),
                in.optional("after", MeasureJson::read),
                in.flag("agree"),
                in.optional("observation", observation -> ObservationJson.read(observation, observation)));
    }

    private static ObjectNode observation(Observation observation) {
        ObjectNode json = ObservationJson.write(observation);
        json.set("pools", Out.list(observation.pools(), PoolJson::write));
        json.set("resources", Out.list(observation.resources(), RecordJson::write));
        json.set("probe", ObservationJson.probe(observation.probe()));
        json.set("threads", ThreadsJson.write(observation.series()));
        return json;
    }
}
