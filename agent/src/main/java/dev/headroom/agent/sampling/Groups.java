package dev.headroom.agent.sampling;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Threads that are parked for one and the same object, group by group: none of them has it, and their stacks differ by who called, if at all, so a few stand for all.
 * Whoever is alone stands for itself.
 */
final class Groups {

    /** Looked at of each group. */
    private static final int FEW = 2;

    private final List<Stand> alone = new ArrayList<>();
    private final List<List<Stand>> together = new ArrayList<>();

    Groups(List<Stand> all) {
        Map<Object, Map<Thread.State, List<Stand>>> parked = new IdentityHashMap<>();
        for (Stand stand : all) {
            if (stand.isParkedFor()) {
                parked.computeIfAbsent(stand.blocker(), none -> new EnumMap<>(Thread.State.class))
                        .computeIfAbsent(stand.state(), none -> new ArrayList<>())
                        .add(stand);
            } else {
                alone.add(stand);
            }
        }
        for (Map<Thread.State, List<Stand>> groups : parked.values()) {
            for (List<Stand> group : groups.values()) {
                if (group.size() > FEW) {
                    together.add(group);
                } else {
                    alone.addAll(group);
                }
            }
        }
    }

    /** Stacks to take where those who are alone are looked at twice. */
    int stacks() {
        return 2 * alone.size() + FEW * together.size();
    }

    List<Stand> alone() {
        return alone;
    }

    List<List<Stand>> together() {
        return together;
    }

    static List<Stand> few(List<Stand> group) {
        return StratifiedSample.some(group, FEW);
    }
}
