package dev.headroom.probe.os.sockets;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a process asks of itself, at ports on which it listens: such requests are part of those that come from elsewhere. And at which ports only members of a cluster call each other. */
final class OwnCalls {

    /** Share of accepted connections (0 to 1) of which the other end was not seen yet, or no more, while the table was read. */
    private static final double BY_CHANCE = 0.05;

    /** Of a port's connections (0 to 1), those whose other end is the process itself, from which nobody else calls there: of one that has just been opened or closed the other end may not be seen. The same of those that peers opened, and of the connections of all ports, those at other ports than theirs. */
    private static final double NEARLY_ALL = 0.8;

    /** Of more that were seen at one port, those of long ago count half. */
    private static final int MANY = 1_000;

    private final Map<Integer, Accepted> accepted = new HashMap<>();
    private Set<Integer> itself = Set.of();
    private Set<Integer> ofItself = Set.of();

    /**
     * Connections that a port accepted, as many as were seen look by look.
     *
     * @param own of these, whose other end is the process itself
     * @param ofPeers of these, those of hosts that it calls at the same port
     */
    private record Accepted(double all, double own, double ofPeers) {

        static final Accepted NONE = new Accepted(0, 0, 0);

        Accepted and(Accepted other) {
            return new Accepted(all + other.all, own + other.own, ofPeers + other.ofPeers);
        }

        Accepted half() {
            return new Accepted(all / 2, own / 2, ofPeers / 2);
        }

        boolean isOwn() {
            return all > 0 && own >= NEARLY_ALL * all;
        }

        boolean isOfPeers() {
            return all > 0 && ofPeers >= NEARLY_ALL * all;
        }
    }

    void look(Sockets sockets) {
        Set<Integer> own = own(sockets);
        itself = isCalledByOthers(sockets, own) ? own : Set.of();
        Set<String> called = called(sockets);
        sockets.inbound().stream()
                .collect(Collectors.groupingBy(TcpRow::localPort))
                .forEach((port, rows) -> accepted.merge(port, accepted(rows, own, called), Accepted::and));
        if (accepted.values().stream().anyMatch(port -> port.all() > MANY)) {
            accepted.replaceAll((port, seen) -> seen.half());
        }
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

    /** Those of the ports at which others call, all where hardly anybody else does; without those at which members of a cluster call each other, where nearly all other calls come at others. */
    Set<Integer> calledByOthers(Set<Integer> listening) {
        Set<Integer> called = acceptedBy(listening).isOwn() ? listening : without(listening, Accepted::isOwn);
        Set<Integer> besides = without(called, Accepted::isOfPeers);
        return acceptedBy(besides).all() >= NEARLY_ALL * acceptedBy(called).all() ? besides : called;
    }

    private Set<Integer> without(Set<Integer> ports, Predicate<Accepted> which) {
        return ports.stream()
                .filter(port -> !which.test(acceptedBy(port)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Accepted acceptedBy(Set<Integer> ports) {
        return ports.stream().map(this::acceptedBy).reduce(Accepted.NONE, Accepted::and);
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

    /** Ends on other hosts to which it has a connection, at ports on which it listens as well. */
    private static Set<String> called(Sockets sockets) {
        return sockets.outbound().stream()
                .filter(row -> row.state() == TcpRow.ESTABLISHED && !row.isWithinHost())
                .map(TcpRow::remote)
                .filter(end -> sockets.ports().containsKey(TcpRow.port(end)))
                .collect(Collectors.toSet());
    }

    /** @param called ends to which the process has a connection */
    private static Accepted accepted(List<TcpRow> rows, Set<Integer> own, Set<String> called) {
        long ours = rows.stream()
                .filter(row -> row.isWithinHost() && own.contains(TcpRow.port(row.remote())))
                .count();
        long ofPeers = called.isEmpty()
                ? 0
                : rows.stream()
                        .filter(row -> called.contains(row.remoteAt(row.localPort())))
                        .count();
        return new Accepted(rows.size(), ours, ofPeers);
    }
}
