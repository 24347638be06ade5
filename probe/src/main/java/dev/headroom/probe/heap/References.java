package dev.headroom.probe.heap;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Who refers to whom, backwards: objects are numbers from 0 on. */
record References(long[] byChild, int objects) {

    /** Of one object's referrers, all together: what is farther has to do with everything. */
    private static final int MOST_REACHED = 5_000;

    private static final int NOBODY = -1;
    private static final int SEVERAL = -2;

    static final class Builder {

        /** They are copied when they have grown, and once more in the end: a quarter of our memory at the most. */
        private static final int MOST =
                (int) Math.min(Integer.MAX_VALUE / 2, Runtime.getRuntime().maxMemory() / (8 * Long.BYTES));

        private long[] edges = new long[1 << 16];
        private int size;

        void add(int parent, int child) {
            if (size == MOST) {
                throw new IllegalStateException("it has more than " + MOST + " references");
            }
            if (size == edges.length) {
                edges = Arrays.copyOf(edges, Math.min(2 * size, MOST));
            }
            edges[size++] = (long) child << Integer.SIZE | parent;
        }

        References build(int objects) {
            long[] sorted = Arrays.copyOf(edges, size);
            Arrays.sort(sorted);
            return new References(sorted, objects);
        }
    }

    /** Those that refer to it. */
    int[] to(int child) {
        return IntStream.range(first(child), first(child + 1))
                .map(at -> (int) byChild[at])
                .toArray();
    }

    /**
     * To which so many objects of one class refer, each by itself: those that wait for it, say.
     *
     * @param types of each object
     */
    IntStream shared(int least, int[] types) {
        return IntStream.range(0, byChild.length)
                .filter(at -> at == 0 || child(at) != child(at - 1))
                .filter(at -> at + least <= byChild.length && child(at + least - 1) == child(at))
                .map(this::child)
                .filter(child -> isShared(to(child), least, types));
    }

    private static boolean isShared(int[] parents, int least, int[] types) {
        Map<Integer, Integer> ofOneClass = new HashMap<>();
        return IntStream.of(parents)
                .distinct()
                .anyMatch(parent -> ofOneClass.merge(types[parent], 1, Integer::sum) >= least);
    }

    private int child(int at) {
        return (int) (byChild[at] >> Integer.SIZE);
    }

    /**
     * For each object whose root it leads to: the nearest's, where no other's is as near. Below 0 where it leads to none, or to several as near, as a table of all of them does. What leads
     * there by way of such a table is not counted.
     *
     * @param owner of each root, from 0 on
     * @param threads by what their stacks refer to
     * @param shared what is several's, whoever is the nearest at the moment: the one that a pool serves now is nearer to it than the others
     */
    int[] owners(Map<Integer, Integer> owner, Map<Integer, Set<Integer>> threads, IntStream shared) {
        int[] owners = new int[objects];
        Arrays.fill(owners, NOBODY);
        shared.forEach(object -> owners[object] = SEVERAL);
        owner.forEach((root, its) -> owners[root] = its);
        int[] level = owner.keySet().stream().mapToInt(root -> root).toArray();
        while (level.length > 0) {
            Set<Integer> next = new HashSet<>();
            for (int child : level) {
                IntStream holding =
                        threads.getOrDefault(child, Set.of()).stream().mapToInt(thread -> thread);
                for (int parent :
                        IntStream.concat(IntStream.of(to(child)), holding).toArray()) {
                    if (owners[parent] == NOBODY) {
                        owners[parent] = owners[child];
                        next.add(parent);
                    } else if (owners[parent] != owners[child] && next.contains(parent)) {
                        owners[parent] = SEVERAL;
                    }
                }
            }
            level = next.stream()
                    .mapToInt(object -> object)
                    .filter(object -> owners[object] != SEVERAL)
                    .toArray();
        }
        return owners;
    }

    private int first(int child) {
        int at = Arrays.binarySearch(byChild, (long) child << Integer.SIZE);
        return at >= 0 ? at : -at - 1;
    }

    /**
     * How many references away from {@code from} whatever leads to it is, up to {@code farthest}. From one object to another of its class is no step: nodes of a queue.
     *
     * @param types of each object
     */
    Map<Integer, Integer> distances(int from, int farthest, int[] types) {
        Map<Integer, Integer> found = new HashMap<>(Map.of(from, 0));
        Deque<Integer> next = new ArrayDeque<>();
        next.add(from);
        while (!next.isEmpty() && found.size() < MOST_REACHED) {
            int child = next.poll();
            int distance = found.getOrDefault(child, 0);
            for (int parent : to(child)) {
                boolean alike = types[parent] == types[child];
                int farther = distance + (alike ? 0 : 1);
                if (farther <= farthest && farther < found.getOrDefault(parent, Integer.MAX_VALUE)) {
                    found.put(parent, farther);
                    if (alike) {
                        next.addFirst(parent);
                    } else {
                        next.addLast(parent);
                    }
                }
            }
        }
        return found;
    }
}
