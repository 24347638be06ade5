package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Observation.Listener;
import dev.headroom.core.statistics.Thresholds;

/** Ports of the service as its clients find them. */
public final class AcceptPorts {

    /** Share of samples in which the acceptor waited at the maximum of connections, from which that is the rule. */
    public static final double LATCHED = Thresholds.THIRD;

    /** Connections in the accept queue on average from which someone is kept waiting. */
    public static final double STANDING = Thresholds.ONE;

    private AcceptPorts() {}

    /** Whether the port takes no more connections most of the time, while others stand before it. */
    public static boolean keepsOut(Listener listener) {
        return listener.latchedShare() >= LATCHED && listener.acceptQueue() >= STANDING;
    }
}
