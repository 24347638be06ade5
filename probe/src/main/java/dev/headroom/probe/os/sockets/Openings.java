package dev.headroom.probe.os.sockets;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Counts the connections that a process opens, from look to look. One that lives for less than the time between two looks
 * is not met open, but the kernel remembers a closed connection for a minute (TIME_WAIT) on the side that closed it, and
 * on one machine both sides are seen. Ports are used again: a connection is new where its pair of ports is, or its socket,
 * or where the minute has begun again. Missed are short ones that a downstream on another machine closed.
 */
final class Openings {

    /** A remembered connection counts down; further up than this it has begun anew, 1/100 s. */
    private static final long AGAIN = 50;

    /** When a connection was first met that was there at the first look. */
    private static final double BEFORE = 0;

    private Map<String, Trace> before = new HashMap<>();
    private final Set<String> targets = new HashSet<>();
    private boolean first = true;

    /**
     * @param inode empty of a connection that is closed
     * @param target remote end of one that is open, else empty
     * @param since when it was first met, seconds
     */
    private record Trace(String inode, long timer, String target, double since) {
        boolean isOpen() {
            return !inode.isEmpty();
        }
    }

    /** New connections since the last look, by remote end. The first look has nothing to compare with and counts none. */
    Map<String, Integer> look(double at, Sockets sockets) {
        sockets.outbound().forEach(row -> targets.add(row.remote()));
        Map<String, Trace> now = new HashMap<>();
        Map<String, Integer> opened = new HashMap<>();
        for (TcpRow row : sockets.left()) {
            String pair = row.pair();
            Trace known = before.get(pair);
            boolean isNew = known == null || (!known.isOpen() && row.timer() > known.timer() + AGAIN);
            now.put(pair, new Trace("", row.timer(), "", at));
            String target = targets.contains(row.remote()) ? row.remote() : row.local();
            if (isNew && !first && targets.contains(target)) {
                opened.merge(target, 1, Integer::sum);
            }
        }
        for (TcpRow row : sockets.outbound()) {
            String pair = row.pair();
            Trace known = before.get(pair);
            boolean isNew = known == null || !known.inode().equals(row.inode());
            double since = known != null && !isNew ? known.since() : first ? BEFORE : at;
            now.put(pair, new Trace(row.inode(), 0, row.remote(), since));
            if (isNew && !first) {
                opened.merge(row.remote(), 1, Integer::sum);
            }
        }
        before = now;
        first = false;
        return opened;
    }

    /** Connections that are open and were first met between the two times, by remote end. */
    Map<String, Integer> openSince(double from, double to) {
        Map<String, Integer> counts = new HashMap<>();
        for (Trace trace : before.values()) {
            if (trace.isOpen() && trace.since() >= from && trace.since() <= to) {
                counts.merge(trace.target(), 1, Integer::sum);
            }
        }
        return counts;
    }
}
