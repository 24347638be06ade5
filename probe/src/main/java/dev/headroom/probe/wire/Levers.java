package dev.headroom.probe.wire;

import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Adjustable.Means;
import dev.headroom.probe.look.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/** How what the agent speaks of can be moved, by the name of a pool or the id of a limit. Asked from any thread. */
final class Levers {

    private final Map<Integer, Handle> pools = new HashMap<>();
    private final Map<String, Handle> handles = new ConcurrentHashMap<>();
    /** What was seen once to be waited for: a monitor is told of only while it is. */
    private final Map<String, Integer> locks = new HashMap<>();

    private final Map<String, Handle> loops = new ConcurrentHashMap<>();

    void pool(Handle handle) {
        pools.put(handle.number(), handle);
    }

    void limit(String id, Handle handle) {
        if (handle.moves() || handle.occupies()) {
            handles.put(id, handle);
        } else {
            handles.remove(id); // of a pool that was called so, and now is not
        }
    }

    /** Empty where that cannot be moved so. */
    Optional<Handle> handle(String target, Means means) {
        return Optional.ofNullable(handles.getOrDefault(target, loops.get(target)))
                .filter(means == Means.SET ? Handle::moves : Handle::occupies);
    }

    /**
     * What can be moved at a look. Of pools those that bear their name alone: a scheduler of many small executors has no one bound to be
     * moved.
     *
     * @param maxima of the pools by their numbers
     * @param running threads of event loops that can be given tasks, by the name of the loops
     */
    List<Adjustable> of(
            Map<Integer, OptionalInt> maxima,
            IntFunction<String> names,
            List<Snapshot.LimitLook> used,
            Map<String, List<Long>> running) {
        Map<String, Integer> movable = new LinkedHashMap<>();
        Map<String, Integer> bearers = new HashMap<>();
        maxima.forEach((number, maximum) -> {
            Handle handle = pools.get(number);
            String name = names.apply(number);
            boolean alone = bearers.merge(name, 1, Integer::sum) == 1;
            if (alone && handle != null && (handle.moves() || handle.occupies()) && maximum.isPresent()) {
                movable.put(name, maximum.getAsInt());
                handles.put(name, handle);
            } else {
                movable.remove(name);
                handles.remove(name);
            }
        });
        movable.putAll(locks);
        for (Snapshot.LimitLook limit : used) {
            String id = limit.limited().id();
            if (limit.capacity().isPresent() && handles.containsKey(id)) {
                movable.put(id, limit.capacity().getAsInt());
                if (handles.get(id).occupies()) {
                    locks.put(id, limit.capacity().getAsInt());
                }
            }
        }
        List<Adjustable> levers = new ArrayList<>();
        loops.keySet().retainAll(running.keySet());
        running.forEach((name, threads) -> {
            loops.put(name, Handle.loops(threads));
            movable.putIfAbsent(name, threads.size());
        });
        movable.forEach((target, capacity) -> {
            handle(target, Means.SET)
                    .ifPresent(
                            handle -> levers.add(new Adjustable(target, capacity, handle.comesBack(), handle.how())));
            handle(target, Means.OCCUPY)
                    .ifPresent(
                            handle -> levers.add(new Adjustable(target, capacity, true, handle.busy(), Means.OCCUPY)));
        });
        return levers;
    }
}
