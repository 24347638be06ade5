package dev.headroom.lab.store;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Observation.PoolSample;
import dev.headroom.core.model.Observation.Sample;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code threads} in {@code run.json}: every look of the probe at the JVM, in time. */
final class ThreadsJson {

    private ThreadsJson() {}

    static ArrayNode write(List<Sample> samples) {
        return Out.list(samples, sample -> {
            ObjectNode json = Out.object();
            json.set("at", Out.seconds(sample.at()));
            json.put("platformThreads", sample.platformThreads()).put("virtualThreads", sample.virtualThreads());
            json.set("pools", Out.list(sample.pools(), ThreadsJson::pool));
            return json;
        });
    }

    static Sample read(In in) throws BadRunFileException {
        return new Sample(
                in.seconds("at"),
                in.list("pools", ThreadsJson::pool),
                in.integer("platformThreads"),
                in.whole("virtualThreads"));
    }

    private static ObjectNode pool(PoolSample pool) {
        ObjectNode json = Out.object()
                .put("pool", pool.pool())
                .put("workers", pool.workers())
                .put("active", pool.active())
                .put("queue", pool.queue());
        json.set("activities", Out.map(pool.activities(), Ids::of, Out.JSON::numberNode));
        return json;
    }

    private static PoolSample pool(In in) throws BadRunFileException {
        Map<Activity, Integer> activities = new EnumMap<>(Activity.class);
        for (Map.Entry<String, Double> entry : in.numberMap("activities").entrySet()) {
            activities.put(
                    In.constantOf(Activity.class, entry.getKey(), "threads.pools.activities"),
                    entry.getValue().intValue());
        }
        return new PoolSample(
                in.text("pool"), in.integer("workers"), in.integer("active"), in.integer("queue"), activities);
    }
}
