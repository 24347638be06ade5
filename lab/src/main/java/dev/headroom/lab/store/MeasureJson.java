package dev.headroom.lab.store;

import dev.headroom.core.model.Measure;
import tools.jackson.databind.node.ObjectNode;

/** A measured number; where a field must be a plain number, its error and source stand in another one beside it. */
final class MeasureJson {

    private MeasureJson() {}

    static ObjectNode write(Measure measure) {
        ObjectNode json = Out.object();
        json.set("value", Out.number(measure.value()));
        json.set("error", Out.number(measure.error()));
        return json.put("source", measure.source());
    }

    static Measure read(In in) throws BadRunFileException {
        return new Measure(in.number("value"), in.number("error"), in.text("source"));
    }
}
