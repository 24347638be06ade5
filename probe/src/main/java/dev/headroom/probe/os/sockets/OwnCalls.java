package dev.headroom.probe.os.sockets;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a process asks of itself, at ports on which it listens: such requests are part of those that come from elsewhere. */
final class OwnCalls {

    /** Share of accepted connections (0 to 1) of which the other end was not seen yet, or no more, while the table was read. */
    private static final double BY_CHANCE = 0.05;

    /** Of a port's connections (0 to 1), those whose other end is the process itself, from which nobody else calls there: of one that has just been opened or closed the other end may not be seen. */
    private static final double OWN = 0.8;

    /** Of more that were seen, those of long ago count half. */
    private static final int MANY = 1_000;

    private final Map<Integer, Accepted> accepted = new HashMap<>();
    private Set<Integer> itself = Set.of();
    private Set<Integer> ofItself = Set.of();

    /**
     * Connections that a port accepted, as many as were seen look by look.
     *
     * @param own of these, whose other end is the process itself
     */
    private record Accepted(int all, int own) {

        static final Accepted NONE = new Accepted(0, 0);

        Accepted and(Accepted other) {
            return new Accepted(all + other.all, own + other.own);
        }

        /** With those of a later look. */
        Accepted then(Accepted later) {
            return (all > MANY ? new Accepted(all / 2, own / 2) : this).and(later);
        }

        boolean isOwn() {
            return all > 0 && own >= OWN * all;
        }
    }

    void look(Sockets sockets) {
        Set<Integer> own = own(sockets);
        itself = isCalledByOthers(sockets, own) ? own : Set.of();
        sockets.inbound().stream()
                .collect(Collectors.groupingBy(TcpRow::localPort))
                .forEach((port, rows) -> accepted.merge(port, accepted(rows, own), Accepted::then));
        // at a look there may be no connection to it, as where each call opens one
        ofItself = Stream.concat(
                        ofItself.stream(),
                        sockets.outbound().stream().filter(TcpRow::isWithinHost).map(row -> TcpRow.port(row.remote())))
                .filter(sockets.ports()::containsKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Local ports of connections to itself at the last look; none where all its connections are such. */
    Set<Integer> itself() {
        return itself;
    }

    /** Whether what it calls at that port is the process itself. */
    boolean isItself(int port) {
        return ofItself.contains(port);
    }

    /** Those of the ports at which others call; all where hardly anybody else does. */
    Set<Integer> calledByOthers(Set<Integer> listening) {
        Accepted together = listening.stream().map(this::acceptedBy).reduce(Accepted.NONE, Accepted::and);
        return together.isOwn()
                ? listening
                : listening.stream()
                        .filter(port -> !acceptedBy(port).isOwn())
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    private Accepted acceptedBy(int port) {
        return accepted.getOrDefault(port, Accepted.NONE);
    }

    /** Local ports of what the process may have opened to itself. */
    private static Set<Integer> own(Sockets sockets) {
        return sockets.outbound().stream()
                .filter(row -> sockets.ports().containsKey(TcpRow.port(row.remote())))
                .map(TcpRow::localPort)
                .collect(Collectors.toSet());
    }

    private static boolean isCalledByOthers(Sockets sockets, Set<Integer> own) {
        long others = sockets.inbound().stream()
                .filter(row -> !OwnPorts.has(row.localPort()) && !own.contains(TcpRow.port(row.remote())))
                .count();
        return others > BY_CHANCE * sockets.inbound().size();
    }

    private static Accepted accepted(List<TcpRow> rows, Set<Integer> own) {
        long ours = rows.stream()
                .filter(row -> row.isWithinHost() && own.contains(TcpRow.port(row.remote())))
                .count();
        return new Accepted(rows.size(), (int) ours);
    }
}
