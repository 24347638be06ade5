package dev.headroom.probe.os.requests;

import dev.headroom.core.model.observation.Network.Callee;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.process.Readings;
import dev.headroom.probe.os.sockets.SockDiag;
import dev.headroom.probe.os.sockets.Targets;
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
import java.util.stream.Collectors;

/**
 * What becomes of calls at their other end, where that is on this machine: the kernel has both ends of such a connection, and tells of each which requests lie there unread and which were read and not
 * answered. A process that reads no more than it can serve, as one with a bounded pool of threads does, so tells its capacity.
 */
final class CalleeWatch {

    /** Ends that are looked at, those with the most connections: the kernel walks through its whole table for each. */
    private static final int MOST_ENDS = 2;

    /** Connections, from which there may be a queue. */
    private static final int FEWEST = 3;

    /** Of a core: a machine with many connections is looked at more rarely. */
    private static final double SHARE = 0.01;

    /** Looks until connections of others are looked for again. */
    private static final int AGAIN = 20;

    private final Map<String, Readings<Look>> seen = new HashMap<>();

    /** Nanoseconds of the clock before which nothing is asked. */
    private long next = System.nanoTime();

    /** Connections to an end, as they were when they were asked for last. */
    private final Map<String, List<TcpCounters>> known = new HashMap<>();

    private int turn;

    /**
     * @param served connections with a request that was read and not answered
     * @param unread connections with bytes that nobody has read
     */
    private record Look(double at, int served, int unread) {}

    /**
     * @param called local ports of the connections to each remote end, as {@link TcpRow} has it
     * @param calling those of them with a call in flight, as this end knows; none of an end at which that was not asked
     */
    synchronized void look(
            SockDiag diag, double at, Map<String, Set<Integer>> called, Map<String, Set<Integer>> calling)
            throws IOException {
        List<String> ends = called.entrySet().stream()
                .filter(end -> end.getValue().size() >= FEWEST && Targets.isLoopback(TcpRow.shown(end.getKey())))
                .sorted(Comparator.comparingInt(end -> -end.getValue().size()))
                .limit(MOST_ENDS)
                .map(Map.Entry::getKey)
                .toList();
        long begun = System.nanoTime();
        if (ends.isEmpty() || begun - next < 0) {
            return;
        }
        known.keySet().retainAll(ends);
        for (String end : ends) {
            List<TcpCounters> now = connections(diag, end, called.getOrDefault(end, Set.of()));
            known.put(end, now);
            look(end, at, now, calling.getOrDefault(end, Set.of()));
        }
        long ended = System.nanoTime();
        next = ended + (long) ((ended - begun) / SHARE);
    }

    /** Whoever calls; one by one where they are known, since a walk through the kernel's whole table takes longer. */
    private List<TcpCounters> connections(SockDiag diag, String end, Set<Integer> ports) throws IOException {
        List<TcpCounters> now = new ArrayList<>();
        List<TcpCounters> before = known.getOrDefault(end, List.of());
        boolean same = before.stream()
                .map(TcpCounters::remotePort)
                .collect(Collectors.toSet())
                .containsAll(ports);
        if (same && ++turn % AGAIN != 0) {
            for (TcpCounters one : before) {
                diag.again(one).ifPresent(now::add);
            }
        } else {
            diag.ask(TcpRow.port(end), 0, TcpRow.IN_USE, now::add);
        }
        return now;
    }

    /** A request may come within the tick of the kernel's clock in which the answer before it went out: whether it is answered is then known at its other end. */
    synchronized void look(String end, double at, List<TcpCounters> now, Set<Integer> calling) {
        int served = 0;
        int unread = 0;
        for (TcpCounters one : now) {
            boolean is =
                    one.turn() == Turn.IN_FLIGHT || one.turn() == Turn.SAME_TICK && calling.contains(one.remotePort());
            unread += one.unread() > 0 ? 1 : 0;
            served += is && one.unread() == 0 ? 1 : 0;
        }
        look(end, at, served, unread);
    }

    synchronized void look(String end, double at, int served, int unread) {
        seen.computeIfAbsent(end, none -> ofAnHour()).add(new Look(at, served, unread));
    }

    private static Readings<Look> ofAnHour() {
        return new Readings<>(Look::at, Readings.AN_HOUR);
    }

    /** Empty where it was not looked at. */
    synchronized Optional<Callee> callee(String end, Window window) {
        List<Look> within = seen.getOrDefault(end, ofAnHour()).within(window);
        Map<Integer, Long> served = within.stream()
                .filter(one -> one.unread() > 0)
                .collect(Collectors.groupingBy(Look::served, Collectors.counting()));
        long queued = served.values().stream().mapToLong(Long::longValue).sum();
        Map.Entry<Integer, Long> most =
                served.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(Map.entry(0, 0L));
        return within.isEmpty()
                ? Optional.empty()
                : Optional.of(new Callee(
                        within.size(),
                        within.stream().mapToInt(Look::unread).average().orElse(0),
                        queued / (double) within.size(),
                        most.getKey(),
                        most.getValue() / (double) within.size()));
    }

    synchronized void forget(double before) {
        seen.values().forEach(all -> all.forget(before));
        seen.values().removeIf(Readings::isEmpty);
    }
}
