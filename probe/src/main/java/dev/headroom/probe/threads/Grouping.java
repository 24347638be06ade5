package dev.headroom.probe.threads;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Crews;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot.PoolLook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Tells pools apart without asking them: by the name of their threads <em>and</em> the frame at the base of their stacks,
 * since {@code Thread-3} may be anything. Deep stacks are cut and show no base; a thread keeps what it once showed.
 */
public final class Grouping {

    static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker.run";
    private static final String[] WORKERS = Stream.concat(Stream.of(WORKER), Libraries.packed().words("base").stream())
            .toArray(String[]::new);
    private static final String FORK_JOIN = "java.util.concurrent.ForkJoinWorkerThread.run";

    /** Threads whose pool is remembered; they end, and others come. */
    private static final int MOST = 100_000;

    private final Map<Long, PoolNames.Named> named = new HashMap<>();
    private final Crews crews = new Crews();
    private final BiConsumer<Long, String> owner;

    /** @param owner told the pool of each new thread */
    public Grouping(BiConsumer<Long, String> owner) {
        this.owner = owner;
    }

    /** The pools of all that are the application's. */
    public List<PoolLook> group(List<SeenThread> threads) {
        Map<PoolNames.Named, Map<Stack, Double>> groups = new LinkedHashMap<>();
        for (SeenThread thread : threads) {
            if (!PoolNames.isJvmThread(thread.name()) && !thread.carriesVirtualThreads()) {
                groups.computeIfAbsent(name(thread), name -> new HashMap<>()).merge(thread.stack(), 1.0, Double::sum);
            }
        }
        List<PoolLook> pools = new ArrayList<>();
        groups.forEach((name, stacks) -> pools.add(pool(name, stacks, false)));
        return pools;
    }

    /** The pool that a thread belongs to. */
    public PoolNames.Named name(SeenThread thread) {
        PoolNames.Named known = named.get(thread.id());
        if (known != null) {
            return known;
        }
        PoolNames.Named name;
        if (thread.stack().has(WORKERS)) {
            name = PoolNames.executor("java.util.concurrent.ThreadPoolExecutor", thread.name(), false);
        } else if (PoolNames.isTold(thread.name())) {
            name = PoolNames.executor("", thread.name(), false);
        } else if (thread.stack().has(FORK_JOIN)) {
            name = PoolNames.executor("java.util.concurrent.ForkJoinPool", thread.name(), false);
        } else {
            return crews.of(thread.id(), PoolNames.unowned(thread.name(), thread.stack())); // perhaps cut: ask again
        }
        if (named.size() >= MOST) {
            named.clear();
        }
        named.put(thread.id(), name);
        owner.accept(thread.id(), name.name());
        return name;
    }

    private static PoolLook pool(PoolNames.Named name, Map<Stack, Double> stacks, boolean dumped) {
        double workers =
                stacks.values().stream().mapToDouble(Double::doubleValue).sum();
        double active = stacks.entrySet().stream()
                .filter(stack -> stack.getKey().reading().activity().busy())
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return new PoolLook(
                name.name(),
                name.kind(),
                (int) workers,
                name.kind() == StationKind.EVENT_LOOPS ? OptionalInt.of((int) workers) : OptionalInt.empty(),
                active,
                OptionalInt.empty(),
                OptionalLong.empty(),
                stacks,
                dumped);
    }

    /** Those that a dump of virtual threads shows. */
    public static List<PoolLook> virtual(Map<PoolNames.Named, Map<Stack, Double>> pools) {
        return pools.entrySet().stream()
                .map(one -> pool(one.getKey(), one.getValue(), true))
                .toList();
    }
}
