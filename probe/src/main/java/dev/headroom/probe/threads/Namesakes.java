package dev.headroom.probe.threads;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.look.PoolNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells groups of threads apart that have one name and are not of one kind: the first keeps the name, {@code orders}, the next is {@code orders#2}, and each is called so from then
 * on. A thread that does not tell whose it is ({@link StationKind#OTHER}) is of the first of its name.
 */
final class Namesakes {

    /** Names that are remembered; threads end, and others come. */
    private static final int MOST = 10_000;

    /** Of which sort a group is: virtual threads are in other dumps, and are no workers of a pool of platform threads. */
    enum Threads {
        PLATFORM,
        VIRTUAL
    }

    private record Group(PoolNames.Named named, Threads threads) {}

    private final Map<Group, String> given = new HashMap<>();
    private final Map<String, String> first = new HashMap<>();
    private final Set<String> undecided = new HashSet<>();
    private final Set<String> taken = new HashSet<>();

    Namesakes() {
        reserve();
    }

    PoolNames.Named of(PoolNames.Named named, Threads threads) {
        if (taken.size() >= MOST) {
            given.clear();
            first.clear();
            undecided.clear();
            taken.clear();
            reserve();
        }
        return new PoolNames.Named(
                given.computeIfAbsent(new Group(named, threads), group -> name(named, threads)), named.kind());
    }

    /** Virtual threads of no executor are one station, whatever else is called like it. */
    private void reserve() {
        PoolNames.Named virtual = new PoolNames.Named(PoolNames.VIRTUAL_THREADS, StationKind.VIRTUAL_THREADS);
        given.put(new Group(virtual, Threads.VIRTUAL), virtual.name());
        taken.add(virtual.name());
    }

    private String name(PoolNames.Named named, Threads threads) {
        String name = named.name();
        boolean untold = named.kind() == StationKind.OTHER;
        if (threads == Threads.PLATFORM && first.containsKey(name) && (untold || undecided.remove(name))) {
            return first.getOrDefault(name, name);
        }
        String free = free(named);
        taken.add(free);
        if (threads == Threads.PLATFORM && first.putIfAbsent(name, free) == null && untold) {
            undecided.add(name);
        }
        return free;
    }

    private String free(PoolNames.Named named) {
        PoolNames.Named free = named;
        for (int nth = 2; taken.contains(free.name()); nth++) {
            free = named.nth(nth);
        }
        return free.name();
    }
}
