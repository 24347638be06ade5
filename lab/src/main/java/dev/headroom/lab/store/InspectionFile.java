package dev.headroom.lab.store;

import dev.headroom.core.model.result.Inspection;

/** A running JVM's diagnosis as JSON: a run without a variant, in the layout of {@code run.json}. */
public final class InspectionFile {

    private InspectionFile() {}

    /** @param way by which it was watched, as the command line has it */
    public static String text(Inspection inspection, String way) {
        return RecordJson.pretty(RunLayout.write(inspection, way));
    }
}
