package dev.headroom.probe.wire;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.threads.Begun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The pools that the agent numbers, by their names. */
final class StreamPools {

    private final Map<Integer, PoolNames.Named> names = new HashMap<>();
    private final Set<Integer> renamed = new HashSet<>();
    private final Set<String> taken = new HashSet<>(Set.of(PoolNames.VIRTUAL_THREADS));
    private final HashedNames hashed = new HashedNames();
    private final Begun completions = new Begun();
    private Map<String, Integer> bounds = Map.of();

    /** @param single has one thread, as each worker of a scheduler that is made of executors */
    private record Bearer(StationKind kind, boolean single) {}

    /** What a pool says of itself; what is negative is not known. */
    record Figures(int size, OptionalInt maximum, int active, OptionalInt queue, long completed) {}

    int size() {
        return names.size();
    }

    void name(int number, PoolNames.Named named) {
        names.put(number, hashed.of(named));
    }

    /** Another station has that for its id: no pool is called so. */
    void taken(String id) {
        taken.add(id);
    }

    void jvm(int processors, List<String> arguments) {
        bounds = ElasticPool.bounds(processors, arguments);
    }

    OptionalInt bound(String name) {
        return bounds.containsKey(name) ? OptionalInt.of(bounds.get(name)) : OptionalInt.empty();
    }

    /**
     * One entry per name: a new pool after an old one of that name goes on as that, and executors of one thread each are the workers of one scheduler. Any other two
     * pools of one name that live together are two, {@code orders} and {@code orders#2}, of whatever kind: one may be full while the other has room.
     *
     * @param threads adds where their threads stand
     */
    List<Snapshot.PoolLook> looks(
            Map<Integer, Figures> figures,
            Map<Integer, Map<Stack, Double>> virtualWorkers,
            List<Snapshot.Connector> connectors,
            Consumer<Map<String, PoolSum>> threads) {
        Map<String, PoolSum> sums = new LinkedHashMap<>();
        tellApart(figures);
        figures.forEach((number, is) -> {
            PoolNames.Named named = named(number);
            if (PoolNames.isJvmThread(named.name())) {
                return; // as that which waits for child processes to end
            }
            OptionalLong completed = completed(named.name(), number, is.completed());
            sums.computeIfAbsent(named.name(), name -> new PoolSum(named, bound(name)))
                    .add(is.size(), is.maximum(), is.active(), is.queue(), completed);
        });
        threads.accept(sums);
        virtualWorkers.forEach((number, standing) -> standing.forEach((stack, workers) ->
                Optional.ofNullable(sums.get(named(number).name())).ifPresent(sum -> sum.stand(stack, workers))));
        List<Snapshot.PoolLook> looks = new ArrayList<>();
        sums.values().forEach(sum -> looks.add(sum.look()));
        connectors.forEach(connector ->
                looks.replaceAll(pool -> pool.name().equals(connector.pool()) ? pool.counting(connector) : pool));
        return looks;
    }

    /** By all pools of that name: one that is gone keeps what it did, a new one counts from its first look. Empty where it does not count. */
    private OptionalLong completed(String name, int number, long tasks) {
        if (tasks < 0) {
            return OptionalLong.empty();
        }
        completions.counted(number, tasks);
        completions.add(number, name);
        return OptionalLong.of(completions.totals().getOrDefault(name, 0L));
    }

    private void tellApart(Map<Integer, Figures> figures) {
        Map<String, Bearer> live = new HashMap<>();
        new TreeMap<>(figures).forEach((number, is) -> {
            PoolNames.Named named = named(number);
            Bearer bearer = new Bearer(named.kind(), is.maximum().orElse(0) == 1);
            PoolNames.Named its = named;
            for (int nth = 2; !mayBear(its.name(), bearer, live); nth++) {
                its = named.nth(nth);
            }
            live.put(its.name(), bearer);
            if (!its.equals(named)) {
                names.put(number, its);
                renamed.add(number);
            }
        });
    }

    private boolean mayBear(String name, Bearer bearer, Map<String, Bearer> live) {
        Bearer other = live.get(name);
        return !taken.contains(name) && (other == null || bearer.single() && bearer.equals(other));
    }

    /** Those that were given another name since this was asked last: who has heard of their threads is to hear it. */
    Set<Integer> renamed() {
        Set<Integer> since = Set.copyOf(renamed);
        renamed.clear();
        return since;
    }

    static int workers(Map<Integer, Map<Stack, Double>> standing) {
        return (int)
                Math.round(standing.values().stream().mapToDouble(Stack::weight).sum());
    }

    /** Virtual threads of no executor. */
    static Snapshot.PoolLook virtual(int count, Map<Stack, Double> stacks) {
        return Snapshot.PoolLook.of(
                PoolNames.VIRTUAL_THREADS, StationKind.VIRTUAL_THREADS, count, OptionalInt.empty(), stacks, false);
    }

    /** @throws UncheckedIOException where the agent has not named it */
    PoolNames.Named named(int number) {
        try {
            return AgentStream.known(names, number, "pool");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
