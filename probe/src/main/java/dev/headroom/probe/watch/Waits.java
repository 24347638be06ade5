package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Callees;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.recording.TimedWait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * On whom the workers of a pool wait: other pools by the frames of both sides, downstreams by timed reads or sockets.
 *
 * @param stacks of every pool over the window
 * @param read seconds for which threads of each pool were seen to read from each remote end
 * @param peers connections of the JVM by remote end, mean number: those that it opened, or its clients where it opened none
 * @param itself whether what listens at a remote end is the JVM
 */
record Waits(
        Map<String, Map<Stack, Double>> stacks,
        Map<String, Map<String, Double>> read,
        Map<String, Double> peers,
        Predicate<String> itself,
        Waiters waiters,
        StationIds ids) {

    private static final String UNKNOWN = "unknown";
    private static final String DOWNSTREAM = "downstream";

    /** Of connections to one target, those that others do not read: half of one is one that is between two calls. */
    private static final double FEWEST = Thresholds.ODD_ONE;

    /** Of blocking sockets, which are never others. */
    private static final String TCP = "sun.nio.ch.NioSocketImpl.";

    private static final String CHANNEL = "sun.nio.ch.SocketChannelImpl.";

    List<Wait> of(String pool) {
        return together(stacks.getOrDefault(pool, Map.of()), stack -> pool);
    }

    /** On whom threads with these stacks wait, of whichever pool they are. */
    List<Wait> of(Map<Stack, Double> standing) {
        return together(standing, this::pool);
    }

    /** Most of whose workers stand so. */
    private String pool(Stack stack) {
        return stacks.entrySet().stream()
                .filter(pool -> pool.getValue().containsKey(stack))
                .max(Comparator.comparingDouble(pool -> pool.getValue().getOrDefault(stack, 0.0)))
                .map(Map.Entry::getKey)
                .orElse("");
    }

    private List<Wait> together(Map<Stack, Double> standing, Function<Stack, String> pool) {
        Map<String, Wait> waits = new LinkedHashMap<>();
        standing.forEach((stack, workers) -> {
            for (Wait wait : waits(pool.apply(stack), stack, workers)) {
                waits.merge(wait.activity() + " " + wait.target(), wait, Waits::both);
            }
        });
        return waits.values().stream()
                .sorted(Comparator.comparingDouble(Wait::workers).reversed())
                .toList();
    }

    private List<Wait> waits(String pool, Stack stack, double workers) {
        Activity activity = stack.reading().activity();
        return switch (activity) {
            case AWAITING_POOL -> {
                List<Callees.Callee> found = Callees.find(pool, stack, stacks);
                if (found.isEmpty()) {
                    yield waiters.of(stack).isEmpty()
                            ? List.of(new Wait(activity, UNKNOWN, workers, at(stack), Application.site(stack)))
                            : limits(Activity.AWAITING_OTHER, stack, workers);
                }
                yield found.stream()
                        .map(callee -> new Wait(
                                activity,
                                callee.pool(),
                                workers * callee.share(),
                                callee.evidence(),
                                Application.site(stack)))
                        .toList();
            }
            case AWAITING_DOWNSTREAM ->
                stack.reading().on().isEmpty() ? downstream(pool, stack, workers) : limits(activity, stack, workers);
            case AWAITING_CONNECTION, AWAITING_LOCK, AWAITING_OTHER -> limits(activity, stack, workers);
            default -> List.of();
        };
    }

    private List<Wait> limits(Activity activity, Stack stack, double workers) {
        List<Wait> waits = new ArrayList<>();
        waiters.of(stack)
                .forEach((limited, share) -> waits.add(
                        new Wait(activity, ids.of(limited), workers * share, at(stack), Application.site(stack))));
        if (waits.isEmpty()) {
            String on = stack.reading().on();
            waits.add(new Wait(activity, on.isEmpty() ? UNKNOWN : on, workers, at(stack), Application.site(stack)));
        }
        return waits;
    }

    private static String at(Stack stack) {
        return "at " + stack.reading().frame();
    }

    /** Shares the waiters out among the downstreams, by the time that the pool's timed reads spent on each. */
    private List<Wait> downstream(String pool, Stack stack, double workers) {
        Map<String, Double> shares = new LinkedHashMap<>(read.getOrDefault(pool, Map.of()));
        String evidence = "jdk.SocketRead of its threads";
        if (shares.isEmpty()) {
            shares.putAll(left(pool));
            if (!stack.has(TCP)) {
                shares.remove(Peers.CLIENTS); // it may be the socket of a file, which is not looked at
            }
            evidence = "open connections of the process";
        }
        if (shares.isEmpty()) {
            return List.of(
                    new Wait(Activity.AWAITING_DOWNSTREAM, DOWNSTREAM, workers, at(stack), Application.site(stack)));
        }
        String tls = stack.has("sun.security.ssl.SSLSocketImpl.startHandshake") ? ", in a TLS handshake" : "";
        double total = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        List<Wait> waits = new ArrayList<>();
        for (Map.Entry<String, Double> share : shares.entrySet()) {
            boolean own = itself.test(share.getKey());
            waits.add(new Wait(
                    own ? Activity.AWAITING_OTHER : Activity.AWAITING_DOWNSTREAM,
                    own ? Peers.itself(share.getKey()) : share.getKey(),
                    workers * share.getValue() / total,
                    at(stack) + "; " + (own ? "the JVM itself listens at " + share.getKey() : evidence) + tls,
                    Application.site(stack)));
        }
        return waits;
    }

    /** @param timed waits by pool */
    static Map<String, Map<String, Double>> readBy(Map<String, List<TimedWait>> timed) {
        Map<String, Map<String, Double>> read = new HashMap<>();
        timed.forEach((pool, waits) -> read.put(
                pool,
                waits.stream()
                        .filter(TimedWait::isRead)
                        .collect(Collectors.groupingBy(
                                TimedWait::target, LinkedHashMap::new, Collectors.summingDouble(TimedWait::seconds)))));
        return read;
    }

    /** Connections from which no thread of another pool is seen to read; all of them where that leaves none. */
    private Map<String, Double> left(String pool) {
        Map<String, Double> left = new LinkedHashMap<>(peers);
        read.forEach((other, seconds) -> {
            double total =
                    seconds.values().stream().mapToDouble(Double::doubleValue).sum();
            double readers = other.equals(pool) ? 0 : readers(other);
            seconds.forEach((target, time) -> left.computeIfPresent(target, (same, count) -> {
                double rest = count - readers * time / total;
                return readers > 0 && rest < FEWEST ? null : rest;
            }));
        });
        return left.isEmpty() ? peers : left;
    }

    /** Those that block in a socket: who waits for a client that reads for him, or for a file, is in no read that is timed. */
    private double readers(String pool) {
        return stacks.getOrDefault(pool, Map.of()).entrySet().stream()
                .filter(stack -> stack.getKey().reading().activity() == Activity.AWAITING_DOWNSTREAM
                        && stack.getKey().reading().on().isEmpty()
                        && (stack.getKey().has(TCP) || stack.getKey().has(CHANNEL)))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private static Wait both(Wait one, Wait other) {
        Wait more = one.workers() >= other.workers() ? one : other;
        return new Wait(one.activity(), one.target(), one.workers() + other.workers(), more.evidence(), more.site());
    }
}
