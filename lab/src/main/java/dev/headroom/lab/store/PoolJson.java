package dev.headroom.lab.store;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.CallSite;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.PoolKind;
import java.util.EnumMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** One of the {@code pools} in {@code run.json}. */
final class PoolJson {

    private PoolJson() {}

    static ObjectNode write(Pool pool) {
        ObjectNode json = Out.object().put("name", pool.name()).put("kind", Ids.of(pool.kind()));
        json.set("workers", Out.number(pool.workers()));
        json.set("maximum", Out.number(pool.maximum()));
        json.set("utilization", Out.number(pool.utilization()));
        json.set("active", Out.number(pool.active()));
        json.set("queue", Out.number(pool.queue()));
        json.set("queueMax", Out.number(pool.queueMax()));
        json.set("queueGrowth", Out.number(pool.queueGrowth()));
        json.set("completed", Out.number(pool.completed()));
        json.set("holdingTime", Out.optional(pool.holdingTime(), measure -> Out.number(measure.value())));
        json.set("holdingByCompletions", Out.optional(pool.holdingByCompletions(), MeasureJson::write));
        json.set("holdingByClock", Out.optional(pool.holdingByClock(), MeasureJson::write));
        json.set("saturatedShare", Out.number(pool.saturatedShare()));
        json.set("activities", Out.map(pool.activities(), Ids::of, Out::number));
        json.set("waits", Out.list(pool.waits(), RecordJson::write));
        json.set("sites", Out.list(pool.sites(), RecordJson::write));
        return json;
    }

    static Pool read(In in) throws BadRunFileException {
        Map<Activity, Double> activities = new EnumMap<>(Activity.class);
        for (Map.Entry<String, Double> entry : in.numberMap("activities").entrySet()) {
            activities.put(In.constantOf(Activity.class, entry.getKey(), "pools.activities"), entry.getValue());
        }
        return new Pool(
                in.text("name"),
                in.constant(PoolKind.class, "kind"),
                in.number("workers"),
                in.optionalInteger("maximum"),
                in.number("active"),
                in.number("queue"),
                in.number("queueMax"),
                in.number("queueGrowth"),
                in.optionalNumber("completed"),
                in.optional("holdingByCompletions", MeasureJson::read),
                in.optional("holdingByClock", MeasureJson::read),
                in.number("saturatedShare"),
                activities,
                in.records(Pool.Wait.class, "waits"),
                in.records(CallSite.class, "sites"));
    }
}
