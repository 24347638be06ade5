package dev.headroom.lab.store;

import dev.headroom.core.model.Lever;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Observation.Call;
import dev.headroom.core.model.Observation.Host;
import dev.headroom.core.model.Observation.Jvm;
import dev.headroom.core.model.Observation.Memory;
import dev.headroom.core.model.Observation.ProbeCost;
import dev.headroom.core.model.Observation.Processor;
import dev.headroom.core.model.Observation.Window;
import dev.headroom.core.model.Resource;
import tools.jackson.databind.node.ObjectNode;

/** {@code observation} and {@code probe} in {@code run.json}; its pools, resources and threads stand at the top of the file. */
final class ObservationJson {

    private ObservationJson() {}

    static ObjectNode write(Observation observation) {
        ObjectNode window =
                Out.object().put("start", observation.window().start().toString());
        window.set("length", Out.seconds(observation.window().length()));
        ObjectNode json = Out.object();
        json.set("window", window);
        json.set("calls", Out.list(observation.calls(), ObservationJson::call));
        json.set("processor", processor(observation.processor()));
        json.set("jvm", jvm(observation.jvm()));
        json.set("network", NetworkJson.write(observation.network()));
        json.set("hangs", Out.list(observation.hangs(), NetworkJson::hang));
        json.set("memory", Out.optional(observation.memory(), ObservationJson::memory));
        json.set("levers", Out.list(observation.levers(), RecordJson::write));
        json.set("host", RecordJson.write(observation.host()));
        json.set("notes", Out.texts(observation.notes()));
        return json;
    }

    static Observation read(In in, In root) throws BadRunFileException {
        In window = in.object("window");
        return new Observation(
                new Window(window.instant("start"), window.seconds("length")),
                root.list("pools", PoolJson::read),
                in.list("calls", ObservationJson::call),
                processor(in.object("processor")),
                root.list("threads", ThreadsJson::read),
                jvm(in.object("jvm")),
                probe(root.object("probe")),
                NetworkJson.read(in.object("network")),
                in.list("hangs", NetworkJson::hang),
                in.optional("memory", ObservationJson::memory),
                root.records(Resource.class, "resources"),
                in.records(Lever.class, "levers"),
                in.record(Host.class, "host"),
                in.texts("notes"));
    }

    static ObjectNode probe(ProbeCost probe) {
        ObjectNode json = Out.object().put("mode", probe.mode()).put("samples", probe.samples());
        json.set("cost", Out.number(probe.share()));
        json.set("cpu", Out.seconds(probe.cpu()));
        json.set("interval", Out.seconds(probe.interval()));
        return json;
    }

    private static ProbeCost probe(In in) throws BadRunFileException {
        return new ProbeCost(
                in.text("mode"), in.whole("samples"), in.seconds("interval"), in.seconds("cpu"), in.number("cost"));
    }

    private static ObjectNode call(Call call) {
        ObjectNode json = Out.object()
                .put("target", call.target())
                .put("rate", call.rate().perSecond());
        json.set("holdingTime", MeasureJson.write(call.holdingTime()));
        json.set("concurrency", Out.number(call.concurrency()));
        return json;
    }

    private static Call call(In in) throws BadRunFileException {
        return new Call(
                in.text("target"),
                in.rate("rate"),
                MeasureJson.read(in.object("holdingTime")),
                in.number("concurrency"));
    }

    private static ObjectNode processor(Processor processor) {
        ObjectNode json =
                Out.object().put("available", processor.available()).put("configured", processor.configured());
        json.set("service", Out.number(processor.service()));
        json.set("machine", Out.number(processor.machine()));
        json.set("steal", Out.number(processor.steal()));
        json.set("runQueueDelay", Out.number(processor.runQueueDelay()));
        json.set("gcPauseShare", Out.number(processor.gcPauseShare()));
        return json;
    }

    private static Processor processor(In in) throws BadRunFileException {
        return new Processor(
                in.integer("available"),
                in.integer("configured"),
                in.number("service"),
                in.number("machine"),
                in.number("steal"),
                in.optionalNumber("runQueueDelay"),
                in.number("gcPauseShare"));
    }

    private static ObjectNode memory(Memory memory) {
        return Out.object().put("resident", memory.resident()).put("residentMax", memory.residentMax());
    }

    private static Memory memory(In in) throws BadRunFileException {
        return new Memory(in.whole("resident"), in.whole("residentMax"));
    }

    private static ObjectNode jvm(Jvm jvm) {
        ObjectNode json =
                Out.object().put("pid", jvm.pid()).put("version", jvm.version()).put("vendor", jvm.vendor());
        json.set("arguments", Out.texts(jvm.arguments()));
        return json;
    }

    private static Jvm jvm(In in) throws BadRunFileException {
        return new Jvm(in.whole("pid"), in.text("version"), in.text("vendor"), in.texts("arguments"));
    }
}
