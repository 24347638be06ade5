package dev.headroom.probe.watch;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation.Hang;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.StackReading;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.Standing;
import dev.headroom.probe.os.sockets.SocketWatch;
import dev.headroom.probe.recording.TimedWait;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Workers that no longer come back. One hangs if at the window's end it still stands in one call to a downstream, without
 * having used processor time, for {@link Snapshot#LONG} or more, and for {@link #LONGER} times as long as any call of its pool
 * that did end: where such calls end after long waits, what is waited for goes on, and it is its turn that does not come. Who waits otherwise than for
 * a downstream is stuck only where others of its pool get past that wait; where nobody does, all of them may be starved.
 */
final class Hangs {

    private static final double LONGER = 2;
    private static final String UNKNOWN = "downstream";

    /** Calls that end by themselves after a while: the read was given a timeout. */
    private static final String[] TIMED = {
        "sun.nio.ch.NioSocketImpl.timedRead",
        "sun.nio.ch.NioSocketImpl.timedFinishConnect",
        "sun.nio.ch.SocketChannelImpl.timedRead",
        "sun.nio.ch.SocketChannelImpl.blockingReadTimeout",
        "java.util.concurrent.CompletableFuture.timedGet"
    };

    /** A read or write of these that was given a timeout shows it. Of any other wait that is not timed, such as for a future, a timer elsewhere may be the end. */
    private static final String[] TELLING = {"sun.nio.ch.NioSocketImpl.", "sun.nio.ch.SocketChannelImpl."};

    private record Group(String pool, String frame, boolean bounded, boolean mayEnd, Activity activity) {}

    private final Window window;
    private final Instant seen;
    private final Map<Group, List<Standing>> groups;
    private final SocketWatch sockets;

    private Hangs(Window window, Instant seen, List<Standing> hung, SocketWatch sockets) {
        this.window = window;
        this.seen = seen;
        this.sockets = sockets;
        groups = hung.stream()
                .collect(Collectors.groupingBy(one -> new Group(
                        one.pool(),
                        Application.caller(one.stack()),
                        isBounded(one.stack()),
                        !isBounded(one.stack()) && !one.stack().has(TELLING),
                        one.stack().reading().activity())));
    }

    /**
     * @param counted when the load began: who waits otherwise than for a downstream is stuck only where it did so before, for under load it
     *     may be starved
     * @param timed waits of the window by pool
     */
    static Hangs find(
            List<Snapshot> looks,
            Instant counted,
            Window window,
            Map<String, List<TimedWait>> timed,
            SocketWatch sockets) {
        List<Snapshot> seen =
                looks.stream().filter(look -> !look.at().isAfter(window.end())).toList();
        if (seen.isEmpty()) {
            return new Hangs(window, window.end(), List.of(), sockets);
        }
        Ended ended = new Ended(seen, window.start());
        Instant last = seen.getLast().at();
        List<Standing> hung = seen.getLast().standing().stream()
                .filter(one -> !one.since().isAfter(last.minus(Snapshot.LONG)))
                .filter(one -> standsFor(one, last)
                        > LONGER
                                * Math.max(
                                        longest(timed.getOrDefault(one.pool(), List.of())),
                                        Times.seconds(ended.longest(one))))
                .filter(one -> isCall(one.stack().reading())
                        || one.since().isBefore(counted) && mayBeStuck(one) && ended.othersGoOn(one))
                .toList();
        return new Hangs(window, last, hung, sockets);
    }

    private static boolean isBounded(Stack stack) {
        return stack.state() == Thread.State.TIMED_WAITING || stack.has(TIMED);
    }

    /** Clients come and go, and it is for them to end it. */
    private static boolean isCall(StackReading reading) {
        return isCall(reading.activity()) && reading.on().isEmpty();
    }

    private static boolean isCall(Activity activity) {
        return activity == Activity.AWAITING_DOWNSTREAM;
    }

    /** Who wants a lock or a connection waits for those who have it, and a sleep ends by itself. */
    private static boolean mayBeStuck(Standing one) {
        Activity activity = one.stack().reading().activity();
        return activity == Activity.AWAITING_POOL || activity == Activity.AWAITING_OTHER;
    }

    private static double longest(List<TimedWait> waits) {
        return waits.stream()
                .filter(TimedWait::isRead)
                .mapToDouble(TimedWait::seconds)
                .max()
                .orElse(0);
    }

    private static double standsFor(Standing one, Instant at) {
        return Times.seconds(Duration.between(one.since(), at));
    }

    /** The largest group first. */
    List<Hang> groups() {
        return groups.entrySet().stream()
                .map(group -> hang(group.getKey(), group.getValue()))
                .sorted(Comparator.comparingInt(Hang::workers).reversed())
                .toList();
    }

    private Hang hang(Group group, List<Standing> hung) {
        List<Instant> begun = hung.stream().map(Standing::since).toList();
        Instant last = begun.stream().max(Comparator.naturalOrder()).orElse(seen);
        return new Hang(
                group.pool(),
                hung.size(),
                isCall(group.activity())
                        ? sockets.heldBy(begun).orElse(UNKNOWN)
                        : hung.getFirst().stack().reading().frame(),
                group.frame(),
                Duration.between(last, seen),
                group.bounded(),
                group.mayEnd(),
                group.activity());
    }

    Set<Stack> stacks() {
        return groups.values().stream()
                .flatMap(List::stream)
                .map(Standing::stack)
                .collect(Collectors.toSet());
    }

    /** Mean number of workers of a pool that the window lost to them. */
    double lost(String pool) {
        double length = window.seconds();
        double lost = groups.entrySet().stream()
                .filter(group -> group.getKey().pool().equals(pool))
                .flatMap(group -> group.getValue().stream())
                .mapToDouble(one -> Math.min(length, standsFor(one, window.end())))
                .sum();
        return length > 0 ? lost / length : 0;
    }
}
