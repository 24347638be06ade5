package dev.headroom.probe.os.sockets;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.probe.os.process.Counters;
import dev.headroom.probe.os.process.Readings;
import dev.headroom.probe.os.process.Series;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sockets of one process over time, as the kernel lists them. */
public final class SocketWatch {

    /** Looks are this near to each other, so a connection and the call on it begin at the same time within it, seconds. */
    private static final double TOGETHER = 2.5;

    private final Readings<Reading> readings = new Readings<>(Reading::at);
    private boolean calls;
    /** When each was seen last, seconds. */
    private final Map<String, Double> clients = new HashMap<>();

    private final Openings openings = new Openings();
    private final Map<Integer, Integer> backlogs = new HashMap<>();
    private Set<Integer> listening = Set.of();
    private final OwnCalls ownCalls = new OwnCalls();
    private Map<String, Set<Integer>> called = Map.of();

    /**
     * @param overflows connections turned away because an accept queue was full, counted from the machine's start; empty
     *     where the kernel does not count them
     */
    private record Reading(
            double at,
            Map<Integer, Sockets.Port> ports,
            Map<String, Integer> outbound,
            Map<String, Integer> connecting,
            Map<String, Integer> opened,
            OptionalDouble overflows) {}

    /**
     * A port on which the process listens, over a window.
     *
     * @param backlog 0 where unknown
     */
    public record Port(
            int number, double acceptQueue, int acceptQueueMax, int backlog, double established, double unread) {}

    /**
     * Connections to one remote end over a window: mean number, how many per second were new, and how that number grew.
     *
     * @param end as {@link TcpRow} has it
     */
    public record Remote(String end, String target, double established, double opened, double growth) {}

    public void look(long pid) {
        Optional<Sockets> sockets = Sockets.read(pid);
        if (sockets.isEmpty()) {
            return;
        }
        look(
                Times.seconds(Instant.now()),
                sockets.get(),
                Counters.of("/proc/" + pid + "/net/netstat", "TcpExt:", "ListenOverflows"));
        if (!backlogs.keySet().containsAll(sockets.get().ports().keySet())) {
            Map<Integer, Integer> told = SockDiag.backlogs();
            sockets.get().ports().keySet().forEach(port -> backlogs.put(port, told.getOrDefault(port, 0)));
        }
    }

    public synchronized void look(double at, Sockets sockets, OptionalDouble overflows) {
        called = opened(sockets, TcpRow.ESTABLISHED)
                .collect(Collectors.groupingBy(
                        TcpRow::remote, Collectors.mapping(TcpRow::localPort, Collectors.toUnmodifiableSet())));
        Map<String, Integer> established = new HashMap<>();
        called.forEach((end, ports) -> established.put(end, ports.size()));
        calls |= !established.isEmpty();
        sockets.inbound().forEach(row -> clients.put(row.remote(), at));
        listening = new TreeSet<>(sockets.ports().keySet());
        listening.removeAll(sockets.shared());
        listening.removeIf(OwnPorts::has);
        ownCalls.look(sockets);
        Map<String, Integer> connecting =
                opened(sockets, TcpRow.SYN_SENT).collect(Collectors.toMap(TcpRow::remote, row -> 1, Integer::sum));
        readings.add(new Reading(at, sockets.ports(), established, connecting, openings.look(at, sockets), overflows));
    }

    /** By the process, to others than Headroom. */
    private static Stream<TcpRow> opened(Sockets sockets, int state) {
        return sockets.outbound().stream()
                .filter(row -> row.state() == state && !OwnPorts.has(TcpRow.port(row.remote())));
    }

    public synchronized void forget(double before) {
        readings.forget(before);
        clients.values().removeIf(at -> at < before);
    }

    /** False where the kernel never told anything: another system than Linux, or a JVM of another machine. */
    public synchronized boolean isSeen() {
        return !readings.isEmpty();
    }

    /**
     * Ports on which the process listens, and no other, for others than Headroom, and at which others call: what the process asks of itself is a
     * part of their requests, though it open a connection for each call, which no look meets again. All of them where hardly anybody else calls, as
     * where it loads itself.
     */
    public synchronized Set<Integer> calledByOthers() {
        return ownCalls.calledByOthers(listening);
    }

    /**
     * Local ports of what the process may have opened to itself, to ports on which it listens: such requests are part of those that come from
     * elsewhere. None where all its connections are such, as where it loads itself.
     */
    public synchronized Set<Integer> itself() {
        return ownCalls.itself();
    }

    /** Whether what listens at that end, {@code host:port}, is the process itself, though no look met a connection to it. */
    public synchronized boolean isItself(String target) {
        int port = Targets.port(target);
        return ownCalls.isItself(port) || Targets.isLoopback(target) && listening.contains(port);
    }

    /** Local ports of its connections to each remote end, as {@link TcpRow} has it. */
    public synchronized Map<String, Set<Integer>> called() {
        return called;
    }

    /** Ports with a connection in the window, or one waiting. */
    public synchronized List<Port> ports(Window window) {
        Set<Integer> numbers = new TreeSet<>();
        List<Reading> within = readings.within(window);
        within.forEach(reading -> numbers.addAll(reading.ports().keySet()));
        return numbers.stream()
                .map(number -> new Port(
                        number,
                        series(within, number, Sockets.Port::acceptQueue).mean(),
                        (int) series(within, number, Sockets.Port::acceptQueue).max(),
                        backlogs.getOrDefault(number, 0),
                        series(within, number, Sockets.Port::established).mean(),
                        series(within, number, Sockets.Port::unread).mean()))
                .filter(port -> port.established() > 0 || port.acceptQueueMax() > 0)
                .toList();
    }

    /** Requests that lie in connections which are not accepted or not read yet, all ports together. */
    public synchronized Series waiting(Window window) {
        return Series.of(
                readings.within(window),
                Reading::at,
                reading -> reading.ports().values().stream()
                        .mapToInt(port -> port.acceptQueue() + port.unread())
                        .sum());
    }

    /** Connections per second that the machine turned away because an accept queue was full. */
    public synchronized double overflows(Window window) {
        List<Reading> counted = readings.all()
                .filter(reading -> reading.overflows().isPresent())
                .toList();
        double from = Times.seconds(window.start());
        double to = Times.seconds(window.end());
        return to <= from
                ? 0
                : Series.of(counted, Reading::at, reading -> reading.overflows().orElse(0))
                                .grown(from, to)
                        / (to - from);
    }

    /** Remote ends to which the process had connections in the window, or opened any. */
    public synchronized List<Remote> remotes(Window window) {
        List<Reading> within = seen(window);
        Set<String> ends = new TreeSet<>();
        within.forEach(reading -> {
            ends.addAll(reading.outbound().keySet());
            ends.addAll(reading.opened().keySet());
        });
        double seconds = Times.seconds(window.length());
        return ends.stream()
                .filter(end -> !OwnPorts.has(TcpRow.port(end)))
                .map(end -> new Remote(
                        end,
                        TcpRow.shown(end),
                        established(within, end).mean(),
                        within.stream()
                                        .mapToInt(reading -> reading.opened().getOrDefault(end, 0))
                                        .sum()
                                / seconds,
                        established(within, end).slope()))
                .sorted(Comparator.comparingDouble((Remote remote) -> remote.established() + remote.opened())
                        .reversed())
                .toList();
    }

    /**
     * The remote end for which calls wait that began at {@code begun} and never ended: it has as many connections that
     * are still open since. Connections that lie idle in a pool are as old, so those that were opened with the calls count
     * before them.
     */
    public synchronized Optional<String> heldBy(List<Instant> begun) {
        double[] times = begun.stream().mapToDouble(Times::seconds).sorted().toArray();
        double earliest = times[0];
        double latest = times[times.length - 1];
        Map<String, Integer> together = openings.openSince(earliest - TOGETHER, latest + TOGETHER);
        Map<String, Integer> old = openings.openSince(0, latest + TOGETHER);
        return old.keySet().stream()
                .filter(end -> !OwnPorts.has(TcpRow.port(end)))
                .max(Comparator.comparingInt((String end) -> Math.min(times.length, together.getOrDefault(end, 0)))
                        .thenComparingInt(end -> Math.min(times.length, old.getOrDefault(end, 0))))
                .map(TcpRow::shown);
    }

    /** Connections that it opened, or tries to, by remote end, mean number in the window; its clients together where they opened every one that it ever had. */
    public synchronized Map<String, Double> peers(Window window) {
        Map<String, Double> open = new HashMap<>();
        List<Reading> within = seen(window);
        within.forEach(reading -> Stream.of(reading.outbound(), reading.connecting())
                .forEach(all -> all.forEach(
                        (end, count) -> open.merge(TcpRow.shown(end), count / (double) within.size(), Double::sum))));
        return calls || clients.isEmpty() ? open : Map.of(Peers.CLIENTS, 1.0);
    }

    /** Of a window that is shorter than the time between two looks, what was seen last. */
    private List<Reading> seen(Window window) {
        List<Reading> within = readings.within(window);
        return within.isEmpty() ? before(window) : within;
    }

    /** The remote end of a connection that the process accepted: a client, not a downstream. */
    public synchronized Set<String> clients() {
        Set<String> shown = new HashSet<>();
        clients.keySet().forEach(end -> shown.add(TcpRow.shown(end)));
        return shown;
    }

    private static Series established(List<Reading> within, String end) {
        return Series.of(within, Reading::at, reading -> reading.outbound().getOrDefault(end, 0));
    }

    private static Series series(List<Reading> within, int port, ToIntFunction<Sockets.Port> figure) {
        return Series.of(
                within,
                Reading::at,
                reading -> figure.applyAsInt(reading.ports().getOrDefault(port, Sockets.Port.NONE)));
    }

    /** The last one, without what was opened until then. */
    private List<Reading> before(Window window) {
        double from = Times.seconds(window.start());
        return readings
                .newestFirst()
                .filter(reading -> reading.at() < from)
                .findFirst()
                .map(last -> new Reading(
                        last.at(), last.ports(), last.outbound(), last.connecting(), Map.of(), last.overflows()))
                .stream()
                .toList();
    }
}
