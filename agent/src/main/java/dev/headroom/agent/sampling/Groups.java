package dev.headroom.agent.sampling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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

    /** The same where some go on meanwhile. */
    private static final int CANDIDATES = 2 * FEW;

    private final List<Stand> alone = new ArrayList<>();
    private final List<List<Stand>> together = new ArrayList<>();

    /** @param most stacks to take, more or less: of few such groups, the largest, a few stand for all */
    Groups(List<Stand> all, int most) {
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
        List<List<Stand>> groups = new ArrayList<>();
        parked.values().forEach(its -> groups.addAll(its.values()));
        groups.sort(Comparator.comparingInt((List<Stand> group) -> group.size()).reversed());
        for (List<Stand> group : groups) {
            if (group.size() > FEW && FEW * together.size() < most) {
                together.add(group);
            } else {
                alone.addAll(group);
            }
        }
    }

    /** Stacks to take where each of those who are looked at is so once. */
    int stacks() {
        return alone.size() + FEW * together.size();
    }

    List<Stand> alone() {
        return alone;
    }

    List<List<Stand>> together() {
        return together;
    }

    /** Those to look at in turn, until {@link #FEW} of them have stayed. */
    static List<Stand> candidates(List<Stand> group) {
        return StratifiedSample.some(group, Math.min(group.size(), CANDIDATES));
    }

    static boolean areEnough(List<Boolean> stayed) {
        return Collections.frequency(stayed, true) == FEW;
    }

    /**
     * How many of a group each of those who were looked at stands for. Whoever has gone on since stands for itself alone, as the others have not; where all have, each for as many.
     *
     * @param stayed of each who was looked at, whether it was parked for the same still
     */
    static double[] weights(int members, List<Boolean> stayed) {
        int gone = Collections.frequency(stayed, false);
        int still = stayed.size() - gone;
        return stayed.stream()
                .mapToDouble(one -> still == 0 ? (double) members / gone : one ? (double) (members - gone) / still : 1)
                .toArray();
    }
}
