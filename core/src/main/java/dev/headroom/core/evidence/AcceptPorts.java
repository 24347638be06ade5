package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Network.Listener;
import dev.headroom.core.statistics.Thresholds;

/** Ports of the service as its clients find them. */
public final class AcceptPorts {

    /** Share of samples in which the acceptor waited at the maximum of connections, from which that is the rule. */
    public static final double LATCHED = Thresholds.THIRD;

    /** Connections in the accept queue on average from which someone is kept waiting. */
    public static final double STANDING = Thresholds.ONE;

    /** By how much the most that stood there may be above their mean where they are as many all the while. */
    private static final double SAME = Thresholds.ODD_ONE;

    /** Of the connections that were accepted (0 to 1), those whose requests are at work where none of them waits. */
    private static final double AT_WORK = Thresholds.MOST;

    private AcceptPorts() {}

    /** Whether the port takes no more connections most of the time, while others stand before it. */
    public static boolean keepsOut(Listener listener) {
        return listener.latchedShare() >= LATCHED && listener.acceptQueue() >= STANDING;
    }

    /**
     * Whether the port takes no more connections though the server does not say so: as many stand before it all the while, and whoever was let in is at work, which for one user takes
     * R0. Where something inside binds, those who were let in wait for that.
     */
    public static boolean isShut(Listener listener, Evidence evidence) {
        return listener.acceptQueue() >= STANDING
                && listener.acceptQueueMax() - listener.acceptQueue() < SAME
                && listener.established() >= 1
                && listener.unread() < STANDING
                && evidence.atWork() >= AT_WORK * listener.established();
    }
}
