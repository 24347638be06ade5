package dev.headroom.probe.os.requests;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.process.Counters;
import dev.headroom.probe.os.process.RandomInterval;
import dev.headroom.probe.os.sockets.SockDiag;
import dev.headroom.probe.os.sockets.TcpCounters;
import dev.headroom.probe.os.sockets.TcpRow;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Counts the requests of one process by the kernel's counters of its connections. Costs that process nothing. */
public final class RequestWatch implements AutoCloseable {

    /** Of a core. */
    private static final double SHARE = 0.03;

    /** Between two looks, on average. */
    private static final long PERIOD = 100_000_000;

    private static final long LONGEST_REST = 2_000_000_000;

    /** More is left to looks, nanoseconds of processor time. */
    private static final double SPARE = 3e6;

    /** FIN_WAIT1 and FIN_WAIT2, TIME_WAIT, LAST_ACK and CLOSING. */
    private static final int CLOSED = 1 << 4 | 1 << 5 | 1 << TcpRow.TIME_WAIT | 1 << 9 | 1 << 11;

    /** Looks until the code that looks is compiled. */
    private static final int FIRST = 20;

    /** To ask for each of so many takes as long as a walk through all that the machine has. */
    private static final int SINGLY = 300;

    private final SockDiag diag;
    private final Supplier<Set<Integer>> listening;
    private final Supplier<Set<Integer>> itself;
    private final CallWatch calls;
    private final Random random = new Random();
    private final Map<Integer, PortWatch> ports = new ConcurrentSkipListMap<>();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("headroom-request-watch").unstarted(this::run);
    private Optional<Following> following = Optional.empty();
    private Optional<PortWatch> of = Optional.empty();
    private int turn;

    /** Whether looks cost so much that nothing is left for anything else. */
    private boolean starved;

    private OptionalDouble opened = OptionalDouble.empty();
    private OptionalDouble forgotten = OptionalDouble.empty();
    private volatile boolean stopped;
    private volatile Optional<String> broken = Optional.empty();

    private RequestWatch(
            SockDiag diag, Supplier<Set<Integer>> listening, Supplier<Set<Integer>> itself, CallWatch calls) {
        this.diag = diag;
        this.listening = listening;
        this.itself = itself;
        this.calls = calls;
    }

    /**
     * Empty where the kernel does not tell.
     *
     * @param listening ports of the process alone
     * @param itself local ports of connections of its own to these that do not count
     * @param calls looks at the others that it opened
     */
    public static Optional<RequestWatch> start(
            Supplier<Set<Integer>> listening, Supplier<Set<Integer>> itself, CallWatch calls) {
        return SockDiag.open().map(diag -> {
            RequestWatch watch = new RequestWatch(diag, listening, itself, calls);
            watch.thread.start();
            return watch;
        });
    }

    private void run() {
        Budget budget = new Budget(SHARE);
        try {
            long next = System.nanoTime();
            long latest = next;
            int looks = 0;
            while (!stopped) {
                long now = System.nanoTime();
                if (now >= latest || now >= next && !isAwaited()) {
                    look();
                    if (++looks == FIRST) {
                        budget = new Budget(SHARE);
                    }
                    next = now + RandomInterval.around(rest(budget), random);
                    latest = Math.max(next, now + LONGEST_REST);
                } else if (following.isPresent()) {
                    glance(budget);
                }
                if (following.isEmpty() && budget.left() > SPARE) {
                    follow();
                }
                long gap = following.map(Following::gap).orElse(PERIOD);
                if (gap > 0) {
                    LockSupport.parkNanos(Math.clamp((isAwaited() ? latest : next) - System.nanoTime(), 0, gap));
                }
            }
        } catch (IOException e) {
            broken = Optional.ofNullable(e.getMessage());
        } finally {
            diag.close();
        }
    }

    /** Until the next look, nanoseconds. */
    private long rest(Budget budget) {
        starved = budget.rest(0) > PERIOD;
        return Math.clamp(budget.rest(starved && mustFollow() ? 2 * SPARE : 0), PERIOD, LONGEST_REST);
    }

    /** Where looks cost all that may be used, as with thousands of closed connections, they rest until some of a port's connections could be followed. */
    private boolean isAwaited() {
        return starved
                && following.isPresent()
                && of.filter(PortWatch::mustFollow).isPresent();
    }

    private boolean mustFollow() {
        return ports.values().stream().anyMatch(PortWatch::mustFollow);
    }

    private void look() throws IOException {
        OptionalDouble opens = Counters.of("/proc/self/net/snmp", "Tcp:", "PassiveOpens");
        boolean none = opens.isPresent() && opens.equals(opened);
        opened = opens;
        OptionalDouble overflows =
                none ? forgotten : Counters.of("/proc/self/net/netstat", "TcpExt:", "TCPTimeWaitOverflow");
        boolean forgets = !overflows.equals(forgotten);
        forgotten = overflows;
        Set<Integer> own = itself.get();
        Predicate<TcpCounters> isOwn = one -> own.contains(one.remotePort()) && one.isWithinHost();
        for (int port : listening.get()) {
            PortWatch watch = ports.get(port);
            double asked = seconds();
            Optional<List<TcpCounters>> same = none && watch != null ? again(watch.connections()) : Optional.empty();
            List<TcpCounters> now = same.orElseGet(ArrayList::new);
            List<TcpCounters> closed = new ArrayList<>();
            if (same.isEmpty()) {
                diag.ask(port, 0, TcpRow.IN_USE | CLOSED, one -> {
                    if (isUsed(one)) {
                        now.add(one);
                    } else if (!isOwn.test(one)) {
                        closed.add(one);
                    }
                });
                diag.ask(0, port, 1 << TcpRow.TIME_WAIT, one -> {
                    if (isOfAClientHere(one, own)) {
                        closed.add(one);
                    }
                });
            }
            double told = seconds();
            ports.computeIfAbsent(port, PortWatch::new)
                    .look(
                            (asked + told) / 2,
                            (told - asked) / 2,
                            System.nanoTime(),
                            now.stream().filter(isOwn.negate()).toList(),
                            now.stream().filter(isOwn).toList(),
                            closed,
                            forgets);
        }
        calls.look(diag, seconds());
    }

    /** As they are now; empty where one is closed, or where to ask for all is the cheaper. */
    private Optional<List<TcpCounters>> again(List<TcpCounters> known) throws IOException {
        if (known.size() > SINGLY) {
            return Optional.empty();
        }
        List<TcpCounters> now = new ArrayList<>();
        for (TcpCounters one : known) {
            diag.again(one).filter(RequestWatch::isUsed).ifPresent(now::add);
        }
        return now.size() == known.size() ? Optional.of(now) : Optional.empty();
    }

    /**
     * Of a connection that was closed where it was opened, to a port of the service's number: whether it was the service's of this machine, and another process opened it.
     *
     * @param own local ports of the service's connections to itself
     */
    static boolean isOfAClientHere(TcpCounters one, Set<Integer> own) {
        return (one.isWithinHost() || one.isLoopback()) && !own.contains(one.localPort());
    }

    private static boolean isUsed(TcpCounters one) {
        return (TcpRow.IN_USE >> one.state() & 1) == 1;
    }

    private void follow() {
        List<PortWatch> all = List.copyOf(ports.values());
        if (!all.isEmpty()) {
            List<PortWatch> first = all.stream().filter(PortWatch::mustFollow).toList();
            List<PortWatch> next = first.isEmpty() ? all : first;
            of = Optional.of(next.get(turn++ % next.size()));
            following = of.get().following(random);
        }
    }

    private void glance(Budget budget) throws IOException {
        boolean goesOn = following.isPresent() && following.get().glance(diag);
        if (!goesOn || budget.left() < 0) {
            end();
        }
    }

    private void end() {
        following.ifPresent(one -> of.ifPresent(port -> port.followed(seconds(), one.counts())));
        following = Optional.empty();
    }

    private static double seconds() {
        return Times.seconds(Instant.now());
    }

    /** By port, of those that had a connection in the window. */
    public Map<Integer, Requests> requests(Window window) {
        Map<Integer, Requests> found = new ConcurrentSkipListMap<>();
        ports.forEach((number, port) -> {
            if (port.isUsed(window)) {
                port.requests(window).ifPresent(requests -> found.put(number, requests));
            }
        });
        return found;
    }

    public void forget(double before) {
        ports.values().forEach(port -> port.forget(before));
    }

    /** Why nothing is counted any more. */
    public Optional<String> broken() {
        return broken;
    }

    @Override
    public void close() {
        stopped = true;
        LockSupport.unpark(thread);
    }
}
