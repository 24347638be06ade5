package dev.headroom.probe.threads;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Crews;
import dev.headroom.probe.look.KeptNames;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot.PoolLook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;

/**
 * Tells pools apart without asking them: by the name of their threads <em>and</em> the frame at the base of their stacks,
 * since {@code Thread-3} may be anything. Deep stacks are cut and show no base; a thread keeps what it once showed.
 */
public final class Grouping {

    /** Threads whose pool is remembered; they end, and others come. */
    private static final int MOST = 100_000;

    private final Map<Long, PoolNames.Named> named = new HashMap<>();
    private final KeptNames names = new KeptNames();
    private final Crews crews = new Crews();
    private final Namesakes namesakes = new Namesakes();
    private final BiConsumer<Long, String> owner;

    /** @param owner told the pool of each new thread */
    public Grouping(BiConsumer<Long, String> owner) {
        this.owner = owner;
    }

    /** The pools of all that are the application's; no two of them have one name. */
    public List<PoolLook> group(List<SeenThread> threads) {
        Map<String, Map<Stack, Double>> groups = new LinkedHashMap<>();
        Map<String, StationKind> kinds = new HashMap<>();
        for (SeenThread thread : threads) {
            if (thread.isOfTheApplication()) {
                PoolNames.Named named = name(thread);
                groups.computeIfAbsent(named.name(), none -> new HashMap<>()).merge(thread.stack(), 1.0, Double::sum);
                kinds.merge(named.name(), named.kind(), (one, other) -> one == StationKind.OTHER ? other : one);
            }
        }
        List<PoolLook> pools = new ArrayList<>();
        groups.forEach((name, stacks) ->
                pools.add(pool(new PoolNames.Named(name, kinds.getOrDefault(name, StationKind.OTHER)), stacks, false)));
        return pools;
    }

    /** The pool that a thread belongs to, by a name that is no other's. */
    public PoolNames.Named name(SeenThread thread) {
        String called = names.of(thread.id(), thread.name());
        PoolNames.Named known = named.get(thread.id());
        if (known != null && !Crews.mayHave(called, known)) {
            return known;
        }
        Optional<PoolNames.Named> told = Optional.ofNullable(known).or(() -> PoolNames.told(called, thread.stack()));
        PoolNames.Named own = told.orElseGet(() -> PoolNames.unowned(called, thread.stack()));
        PoolNames.Named pool = crews.of(thread.id(), called, own);
        PoolNames.Named name = namesakes.of(pool, Namesakes.Threads.PLATFORM);
        if (told.isEmpty() || name.equals(known)) {
            return name; // its stack may be cut, or its crew not seen yet: ask again
        }
        if (named.size() >= MOST) {
            named.clear();
        }
        named.put(thread.id(), name);
        owner.accept(thread.id(), name.name());
        return name;
    }

    private static PoolLook pool(PoolNames.Named name, Map<Stack, Double> stacks, boolean dumped) {
        int workers = (int) Stack.weight(stacks);
        OptionalInt maximum = name.kind() == StationKind.EVENT_LOOPS ? OptionalInt.of(workers) : OptionalInt.empty();
        return PoolLook.of(name.name(), name.kind(), workers, maximum, stacks, dumped);
    }

    /** Those that a dump of virtual threads shows. */
    public List<PoolLook> virtual(Map<PoolNames.Named, Map<Stack, Double>> pools) {
        return pools.entrySet().stream()
                .map(one -> pool(namesakes.of(one.getKey(), Namesakes.Threads.VIRTUAL), one.getValue(), true))
                .toList();
    }
}
