package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Observation;

/** Names what binds in one run, with the proof. */
public final class Doctor {

    private Doctor() {}

    public static Diagnosis diagnose(Load load, LoadResult result, Observation observation) {
        throw new UnsupportedOperationException("not built yet");
    }
}
