package dev.headroom.agent.sampling;

import dev.headroom.agent.moves.Occupiable;
import dev.headroom.agent.pools.Owners;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Threads that run what an executor of their own is given: event loops. By their numbers; asked from any thread. */
public final class Loops {

    private record Loop(WeakReference<Executor> executor, WeakReference<Thread> thread) {}

    private final Map<Long, Loop> known = new ConcurrentHashMap<>();

    /** Says whether that thread is one. */
    boolean meet(long id, Thread thread) {
        Executor executor = Owners.loop(thread).orElse(null);
        if (executor != null) {
            known.put(id, new Loop(new WeakReference<>(executor), new WeakReference<>(thread)));
        }
        return executor != null;
    }

    void ended(long id) {
        known.remove(id);
    }

    /** Of those threads; empty where one of them is no more. */
    public List<Occupiable> of(List<Long> ids) {
        List<Occupiable> found = new ArrayList<>();
        for (long id : ids) {
            Occupiable one = loop(known.get(id));
            if (one == null) {
                return List.of();
            }
            found.add(one);
        }
        return found;
    }

    private static @Nullable Occupiable loop(@Nullable Loop loop) {
        Executor executor = loop == null ? null : loop.executor().get();
        Thread thread = loop == null ? null : loop.thread().get();
        return executor == null || thread == null ? null : Occupiable.loop(executor, thread);
    }
}
