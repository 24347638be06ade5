package dev.headroom.lab.store;

import dev.headroom.core.model.result.Inspection;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A running JVM's diagnosis as JSON; {@code docs/running-jvm.md} says what each field means. */
public final class InspectionFile {

    private static final String SCHEMA = "headroom/inspection/2";

    private InspectionFile() {}

    /** @param way by which it was watched, as the command line has it */
    public static String text(Inspection inspection, String way) {
        ObjectNode all = RecordJson.write(inspection);
        ObjectNode seen = (ObjectNode) all.get("seen");
        ObjectNode target = JsonNodeFactory.instance.objectNode();
        target.put("service", inspection.service())
                .put("pid", inspection.seen().jvm().pid())
                .put("version", inspection.seen().jvm().version())
                .put("vendor", inspection.seen().jvm().vendor())
                .put("way", way);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("schema", SCHEMA);
        json.set("target", target);
        json.set("startedAt", all.get("startedAt"));
        json.set("workload", workload(all));
        json.set("diagnosis", all.get("found"));
        json.set("since", all.get("since"));
        json.set("room", all.get("room"));
        RunLayout.writeDiagnosis((ObjectNode) json.get("diagnosis"), json);
        seen.path("pools").forEach(RunLayout::addHoldingTime);
        for (String part :
                new String[] {"pools", "resources", "calls", "processor", "network", "hangs", "probe", "notes"}) {
            json.set(part, seen.get(part));
        }
        return RecordJson.pretty(json);
    }

    /** Without what only a load generator counts. */
    private static ObjectNode workload(ObjectNode all) {
        ObjectNode workload = (ObjectNode) all.get("workload");
        return workload.remove(List.of("arrivals", "settled", "failures", "generator", "failed", "elapsed"));
    }
}
