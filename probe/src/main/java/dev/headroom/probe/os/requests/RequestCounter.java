package dev.headroom.probe.os.requests;

import dev.headroom.probe.os.sockets.TcpCounters;
import dev.headroom.probe.os.sockets.TcpCounters.Turn;
import dev.headroom.probe.os.sockets.TcpRow;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts what happens on the accepted connections of one port from look to look. A connection is taken to have one request at a time: data in, then data out.
 */
final class RequestCounter {

    /** Looks without a request after which a connection is at rest. */
    static final int AT_REST = 20;

    /** Looks: who is seen at fewer may as well have come and gone between two. */
    private static final int BRIEF = 3;

    /** Of the slowest of the kernel's clocks. Segments of a request follow each other sooner. */
    private static final long TICK_MILLIS = 10;

    /** Once a closed connection was seen so many milliseconds ago, the kernel forgets it ({@code TCP_TIMEWAIT_LEN}). */
    private static final long REMEMBERED = 60_000;

    private final int port;
    private Map<Long, Kept> kept = new HashMap<>();
    private final SegmentRule segments = new SegmentRule();
    private boolean first = true;

    /** Clients of closed connections whose last answers they have not taken: the kernel remembers these from when they have. */
    private final Set<Integer> ending = new HashSet<>();

    RequestCounter(int port) {
        this.port = port;
    }

    /**
     * @param idleIn segments that had come in when it was last known to be idle
     * @param lately segments that came between the last two looks
     * @param quiet looks since one came
     * @param looks that saw it; those at once that were there before the first
     * @param besides whether it was left out of what is counted
     */
    private record Kept(
            TcpCounters seen,
            Turn turn,
            long idleIn,
            long idleOut,
            long lately,
            int quiet,
            int looks,
            boolean besides) {

        /** One that is left out, so that what has come on it so far does not count once it is left out no more. */
        static Kept besides(TcpCounters one) {
            return new Kept(one, one.turn(), one.in(), one.out(), 0, AT_REST, BRIEF, true);
        }
    }

    /**
     * What was seen at a look, and since the look before.
     *
     * @param in segments, with those of new connections
     * @param lost segments that connections may have taken after the last look at them, before they closed
     * @param met connections that are new
     * @param metIn segments that had come on these
     * @param missed connections that came and went in between, as far as the kernel remembers them
     * @param gone connections of the look before that are closed
     * @param traced of these, those that the kernel remembers
     * @param most segments of these that came on one connection
     * @param brief of those that are closed, how many were there so briefly that others may have been there unseen
     * @param inFlight requests
     * @param open requests that may be in flight
     * @param told connections of which that was open at the look before, and is told by what has happened since
     * @param toldInFlight of these, those that had a request in flight then
     * @param written bytes that the service wrote on these connections
     * @param oldest seconds since a request came that may be in flight still, of the one that came first, a tick more rather than less; 0 where none is
     */
    record Tally(
            double in,
            double lost,
            int met,
            double metIn,
            int missed,
            int gone,
            int traced,
            int connections,
            double most,
            int brief,
            double inFlight,
            double open,
            int told,
            int toldInFlight,
            double written,
            double oldest) {}

    /**
     * @param now accepted connections
     * @param besides others, which do not count for now
     * @param closed connections that the kernel remembers closed, on either side
     * @param millis since the look before
     * @param perRequest segments of a request, as far as is known
     */
    Tally look(
            Collection<TcpCounters> now,
            Collection<TcpCounters> besides,
            Collection<TcpCounters> closed,
            double millis,
            double perRequest) {
        Map<Long, Kept> next = new HashMap<>();
        double in = 0;
        int met = 0;
        double metIn = 0;
        double inFlight = 0;
        double open = 0;
        int told = 0;
        int toldInFlight = 0;
        double written = 0;
        double oldest = 0;
        segments.look(now.size(), perRequest);
        for (TcpCounters one : now) {
            Kept known = kept.remove(one.cookie());
            long lately =
                    first ? 0 : one.in() - (known == null ? 0 : known.seen().in());
            if (known == null && !first) {
                met++;
                metIn += one.in();
            }
            in += lately;
            written += first
                    ? 0
                    : one.written() - (known == null ? 0 : known.seen().written());
            if (known != null) {
                segments.learn(lately, one.out() - known.seen().out());
            }
            // Before the first look nobody counted, so a whole answer may have gone astray
            Turn turn = known == null && first ? one.turn() : turn(one, known, perRequest);
            inFlight += turn == Turn.IN_FLIGHT ? 1 : 0;
            open += turn == Turn.SAME_TICK ? 1 : 0;
            if (known != null && known.turn() == Turn.SAME_TICK && turn != Turn.SAME_TICK) {
                told++;
                toldInFlight +=
                        wasInFlight(turn, lately > 0, one.out() > known.seen().out()) ? 1 : 0;
            }
            boolean idle = turn == Turn.IDLE;
            oldest = Math.max(oldest, idle ? 0 : (one.sinceReceived() + TICK_MILLIS) / 1e3);
            long request = turn == Turn.IN_FLIGHT && hasCome(one) ? segments.request() : 0;
            next.put(
                    one.cookie(),
                    new Kept(
                            one,
                            turn,
                            idle || request > 0 ? one.in() - request : known == null ? 0 : known.idleIn(),
                            idle || request > 0 ? one.out() : known == null ? 0 : known.idleOut(),
                            lately,
                            lately > 0 ? 0 : known == null ? AT_REST : known.quiet() + 1,
                            known != null ? known.looks() + 1 : first ? BRIEF : 1,
                            false));
        }
        int connections = next.size();
        double most = next.values().stream().mapToLong(Kept::lately).max().orElse(0);
        for (TcpCounters one : besides) {
            kept.remove(one.cookie());
            next.put(one.cookie(), Kept.besides(one));
        }
        Set<Integer> ended =
                kept.values().stream().map(gone -> client(gone.seen())).collect(Collectors.toSet());
        kept.values().removeIf(Kept::besides);
        double lost =
                kept.values().stream().mapToDouble(gone -> gone.lately() / 2.0).sum();
        Map<Boolean, Set<Integer>> remembered = closed.stream()
                .collect(Collectors.partitioningBy(
                        one -> one.state() == TcpRow.TIME_WAIT, Collectors.mapping(this::client, Collectors.toSet())));
        int gone = kept.size();
        int traced = (int) kept.values().stream()
                .filter(one -> remembered.values().stream().anyMatch(clients -> clients.contains(client(one.seen()))))
                .count();
        int brief =
                (int) kept.values().stream().filter(one -> one.looks() < BRIEF).count();
        long missed = first
                ? 0
                : closed.stream()
                        .filter(one -> one.state() == TcpRow.TIME_WAIT && REMEMBERED - one.expires() < millis)
                        .map(this::client)
                        .filter(client -> !ended.contains(client) && !ending.contains(client))
                        .count();
        // not every look asks for those that are closed: who is not among them may be so still
        ended.retainAll(remembered.get(false));
        ending.addAll(ended);
        ending.removeAll(remembered.get(true));
        now.forEach(one -> ending.remove(client(one)));
        kept = next;
        first = false;
        return new Tally(
                in,
                lost,
                met,
                metIn,
                (int) missed,
                gone,
                traced,
                connections,
                most,
                brief,
                inFlight,
                open,
                told,
                toldInFlight,
                written,
                oldest);
    }

    /** Who was answered without having asked had asked before; so had who waits again, and who waits for what was asked before. */
    private static boolean wasInFlight(Turn now, boolean asked, boolean answered) {
        return asked ? now == Turn.IN_FLIGHT && answered : now == Turn.IN_FLIGHT || answered;
    }

    /** Whether all of a request is there that is in flight by the clock: it was read, or, if it has several segments, none came for longer than it takes to send them. */
    private boolean hasCome(TcpCounters one) {
        return one.unread() == 0
                && (segments.request() == 1 || one.turn() == Turn.IN_FLIGHT && one.sinceReceived() >= TICK_MILLIS);
    }

    private Turn turn(TcpCounters one, @Nullable Kept known, double perRequest) {
        long in = one.in() - (known == null ? 0 : known.idleIn());
        long out = one.out() - (known == null ? 0 : known.idleOut());
        Turn turn = one.turn();
        if (turn != Turn.SAME_TICK) {
            if (known != null && one.in() > known.seen().in()) {
                segments.compare(turn, in, out);
            }
            return turn;
        }
        Turn since = known == null ? Turn.SAME_TICK : since(one, known, perRequest);
        return since == Turn.SAME_TICK ? segments.tell(in, out) : since;
    }

    /** Whoever was idle asked, and is answered or waits. Whoever waited was answered and asked again, and may have been answered again: that is left open. */
    private static Turn since(TcpCounters one, Kept known, double perRequest) {
        long in = one.in() - known.seen().in();
        boolean answered = one.out() > known.seen().out();
        if (in == 0) {
            return answered ? Turn.IDLE : known.turn();
        }
        if (known.turn() == Turn.SAME_TICK || in >= 2 * Math.max(perRequest, 1)) {
            return Turn.SAME_TICK;
        }
        if (!answered) {
            return Turn.IN_FLIGHT;
        }
        return known.turn() == Turn.IDLE ? Turn.IDLE : Turn.SAME_TICK;
    }

    private int client(TcpCounters one) {
        return one.localPort() == port ? one.remotePort() : one.localPort();
    }

    /** Whether a request has come on a connection of late: not only at this look, for who has just asked waits for an answer now. */
    boolean isBusy(TcpCounters one) {
        Kept known = kept.get(one.cookie());
        return known != null && known.quiet() < AT_REST;
    }
}
