package dev.headroom.fanout.spring.metrics;

import io.micrometer.observation.Observation;

/** What is known of a call when its observation begins. */
public final class CallObservationContext extends Observation.Context {
    private final String downstream;
    private final String part;

    CallObservationContext(String downstream, String part) {
        this.downstream = downstream;
        this.part = part;
    }

    /** Name of the downstream that is called. */
    public String downstream() {
        return downstream;
    }

    /** Name of the part of the fan-out; that of the downstream for a call outside of one. */
    public String part() {
        return part;
    }
}
