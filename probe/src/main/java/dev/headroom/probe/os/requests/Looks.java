package dev.headroom.probe.os.requests;

import dev.headroom.probe.os.requests.SegmentRuns.Counts;
import dev.headroom.probe.os.sockets.TcpCounters;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Every connection of a port from look to look: enough where requests come far more seldom than looks, and then no request is missed. */
final class Looks {

    /** After so many looks what they saw is told. */
    private static final int TOLD = 5;

    private final Map<Long, SegmentRuns> connections = new HashMap<>();
    private int looks;

    /** @param seconds between two looks, and between two segments of a connection */
    static boolean suffice(double seconds, double between) {
        return between > SegmentRuns.GLANCES * seconds;
    }

    /**
     * What was seen of requests; nothing most of the time.
     *
     * @param between two segments of a connection, seconds
     * @param nanos when it was
     */
    Counts look(Collection<TcpCounters> now, double between, long nanos) {
        for (TcpCounters one : now) {
            SegmentRuns known = connections.get(one.cookie());
            if (known == null) {
                connections.put(one.cookie(), new SegmentRuns(one, nanos, between * 1e9 / SegmentRuns.LEAST));
            } else {
                known.glance(one, nanos, nanos);
            }
        }
        return ++looks < TOLD ? Counts.NONE : end();
    }

    /** Where requests come nearly as often as looks, on a connection that is busier than others, several may have been taken for one. */
    Counts end() {
        Counts counts = connections.values().stream()
                .map(SegmentRuns::counts)
                .filter(one -> one.runs() * SegmentRuns.LEAST <= TOLD)
                .reduce(Counts.NONE, Counts::plus);
        connections.clear();
        looks = 0;
        return counts;
    }
}
