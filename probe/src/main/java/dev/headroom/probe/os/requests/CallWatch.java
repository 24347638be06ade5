package dev.headroom.probe.os.requests;

import dev.headroom.core.model.observation.Network.Callee;
import dev.headroom.core.model.observation.Network.InUse;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.process.Readings;
import dev.headroom.probe.os.sockets.SockDiag;
import dev.headroom.probe.os.sockets.TcpCounters;
import dev.headroom.probe.os.sockets.TcpCounters.Turn;
import dev.headroom.probe.os.sockets.TcpRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** How many of the connections that a process has to each of a few remote ends have a call in flight, look by look. */
public final class CallWatch {

    /** Ends that are looked at, those with the most connections. */
    private static final int MOST_ENDS = 3;

    /** To one end: each is asked for, and all of that comes out of what counting requests may take. */
    private static final int MOST_CONNECTIONS = 100;

    /** Share of looks (0 to 1) at which a constant number is there: while one is opened anew it is one fewer. */
    private static final double SAME = 0.9;

    private final Supplier<Map<String, Set<Integer>>> called;
    private final Map<String, Readings<Seen>> seen = new HashMap<>();
    private final CalleeWatch callees = new CalleeWatch();
    private final Map<String, Map<Long, Connection>> before = new HashMap<>();

    /**
     * @param busy connections with a call in flight
     * @param unread of these, with an answer that lies there
     * @param sent segments with data that went out since the look before
     * @param received segments with data that came in since then
     * @param seconds since then
     */
    private record Seen(double at, int connections, int busy, int unread, long sent, long received, double seconds) {}

    private static Readings<Seen> ofAnHour() {
        return new Readings<>(Seen::at, Readings.AN_HOUR);
    }

    /**
     * One connection.
     *
     * @param first when it was met
     * @param calling when a call was surely in flight last; when it was met where none was
     */
    private record Connection(TcpCounters first, TcpCounters calling, TcpCounters now) {

        static Connection met(TcpCounters now) {
            return new Connection(now, now, now);
        }

        Connection then(TcpCounters next) {
            return new Connection(first, next.call() == Turn.IN_FLIGHT ? next : calling, next);
        }

        /** None where nothing is answered: of events that are sent. Where the kernel's clock does not tell, by counts: as many answers as calls have passed since one was surely in flight, each of as many segments as all. */
        boolean isCalling() {
            long calls = now.out() - first.out();
            long each = calls == 0 ? 0 : Math.round((now.in() - first.in()) / (double) calls);
            return switch (now.call()) {
                case IN_FLIGHT -> calls <= 1 || now.in() > first.in();
                case IDLE -> false;
                case SAME_TICK ->
                    calling.call() == Turn.IN_FLIGHT && now.in() - calling.in() == each * (now.out() - calling.out());
            };
        }
    }

    /** @param called local ports of the connections to each remote end, as {@link TcpRow} has it */
    public CallWatch(Supplier<Map<String, Set<Integer>>> called) {
        this.called = called;
    }

    /** Asks the kernel again for each connection that is known, and for all to an end where there are others now. */
    synchronized void look(SockDiag diag, double at) throws IOException {
        Map<String, Set<Integer>> ends = called.get();
        before.keySet().retainAll(ends.keySet());
        List<String> most = ends.entrySet().stream()
                .sorted(Comparator.comparingInt(end -> -end.getValue().size()))
                .limit(MOST_ENDS)
                .map(Map.Entry::getKey)
                .toList();
        Map<String, Set<Integer>> calling = new HashMap<>();
        for (String end : most) {
            Set<Integer> ports = ends.getOrDefault(end, Set.of());
            if (ports.size() <= MOST_CONNECTIONS) {
                look(end, at, connections(diag, end, ports));
                calling.put(end, calling(end));
            }
        }
        callees.look(diag, at, ends, calling);
    }

    /** Local ports of the connections to that end with a call in flight at the last look. */
    private Set<Integer> calling(String end) {
        return before.getOrDefault(end, Map.of()).values().stream()
                .filter(Connection::isCalling)
                .map(one -> one.now().localPort())
                .collect(Collectors.toSet());
    }

    private List<TcpCounters> connections(SockDiag diag, String end, Set<Integer> ports) throws IOException {
        List<TcpCounters> known = before.getOrDefault(end, Map.of()).values().stream()
                .map(Connection::now)
                .toList();
        List<TcpCounters> now = new ArrayList<>();
        if (known.stream()
                .map(TcpCounters::localPort)
                .collect(Collectors.toSet())
                .equals(ports)) {
            for (TcpCounters one : known) {
                diag.again(one).ifPresent(now::add);
            }
        } else {
            diag.ask(0, TcpRow.port(end), 1 << TcpRow.ESTABLISHED, one -> {
                if (ports.contains(one.localPort())) {
                    now.add(one);
                }
            });
        }
        return now;
    }

    synchronized void look(String end, double at, List<TcpCounters> now) {
        Map<Long, Connection> last = before.getOrDefault(end, Map.of());
        Map<Long, Connection> next = new HashMap<>();
        long sent = 0;
        long received = 0;
        int busy = 0;
        int unread = 0;
        for (TcpCounters one : now) {
            Connection old = last.get(one.cookie());
            Connection is = old == null ? Connection.met(one) : old.then(one);
            sent += old == null ? 0 : one.out() - old.now().out();
            received += old == null ? 0 : one.in() - old.now().in();
            busy += is.isCalling() ? 1 : 0;
            unread += is.isCalling() && one.unread() > 0 ? 1 : 0;
            next.put(one.cookie(), is);
        }
        Readings<Seen> all = seen.computeIfAbsent(end, none -> ofAnHour());
        double since =
                all.newestFirst().findFirst().map(newest -> at - newest.at()).orElse(0.0);
        all.add(new Seen(at, now.size(), busy, unread, sent, received, since));
        before.put(end, next);
    }

    /** Empty where it was not looked at. Never are all of them busy where their number changes other than that one is opened anew now and then. */
    public synchronized Optional<InUse> inUse(String end, Window window) {
        List<Seen> within = seen.getOrDefault(end, ofAnHour()).within(window);
        Map.Entry<Integer, Long> most =
                within.stream()
                        .collect(Collectors.groupingBy(Seen::connections, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .max(Map.Entry.comparingByValue())
                        .orElse(Map.entry(0, 0L));
        int connections = most.getKey();
        double seconds = within.stream().mapToDouble(Seen::seconds).sum();
        long full = most.getValue() < SAME * within.size()
                ? 0
                : within.stream().filter(one -> one.busy() == connections).count();
        return connections == 0 || !(seconds > 0)
                ? Optional.empty()
                : Optional.of(new InUse(
                        connections,
                        within.size(),
                        within.stream().mapToInt(Seen::busy).average().orElse(0),
                        full / (double) within.size(),
                        within.stream().mapToLong(Seen::sent).sum() / seconds,
                        within.stream().mapToLong(Seen::received).sum() / seconds,
                        within.stream().mapToInt(Seen::unread).average().orElse(0)));
    }

    /** Empty where the end is not on this machine, or was not looked at. */
    public Optional<Callee> callee(String end, Window window) {
        return callees.callee(end, window);
    }

    public synchronized void forget(double before) {
        callees.forget(before);
        seen.values().forEach(all -> all.forget(before));
        seen.values().removeIf(Readings::isEmpty);
    }
}
