package dev.headroom.lab.store;

import dev.headroom.core.model.Latency;
import dev.headroom.core.model.Times;
import tools.jackson.databind.node.ObjectNode;

/** A distribution of response times; all in ms, the curve as pairs [quantile, ms]. */
final class LatencyJson {

    private LatencyJson() {}

    static ObjectNode write(Latency latency) {
        ObjectNode json = Out.object().put("count", latency.count());
        json.set("mean", Out.millis(latency.mean()));
        json.set("meanError", Out.millis(latency.meanError()));
        json.set("min", Out.millis(latency.min()));
        json.set("p50", Out.millis(latency.p50()));
        json.set("p90", Out.millis(latency.p90()));
        json.set("p95", Out.millis(latency.p95()));
        json.set("p99", Out.millis(latency.p99()));
        json.set("p999", Out.millis(latency.p999()));
        json.set("max", Out.millis(latency.max()));
        json.set(
                "curve",
                Out.list(
                        latency.curve(),
                        point -> Out.JSON.arrayNode().add(point.quantile()).add(Out.millis(point.value()))));
        return json;
    }

    static Latency read(In in) throws BadRunFileException {
        return new Latency(
                in.whole("count"),
                in.millis("mean"),
                in.millis("meanError"),
                in.millis("min"),
                in.millis("p50"),
                in.millis("p90"),
                in.millis("p95"),
                in.millis("p99"),
                in.millis("p999"),
                in.millis("max"),
                in.pairs("curve").stream()
                        .map(pair -> new Latency.Point(pair[0], Times.ofMillis(pair[1])))
                        .toList());
    }
}
