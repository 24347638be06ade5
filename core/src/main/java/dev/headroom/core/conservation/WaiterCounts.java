package dev.headroom.core.conservation;

import dev.headroom.core.conservation.BoundedObjects.Near;
import dev.headroom.core.statistics.Thresholds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Objects that count who waits, in heaps of a JVM of which nobody knows what it was without its load. W requests of a class, each with a connection of its own, lead to an object, and one of
 * its numbers is W, or -W, in each heap: where W differs from heap to heap that is no accident. Its bound is a number that stays, of no more than the other connections: where two
 * of its numbers are alike (what it lets past at most, and how many it has let past), or it is the only one and either counts below zero by as many as wait or adds up with them to the connections.
 *
 * @param heaps under load, some time apart
 */
public record WaiterCounts(List<Heap> heaps) {

    /** 1 is everywhere, 2 nearly so. */
    private static final double FEWEST = Thresholds.FEWEST;

    public WaiterCounts {
        heaps = List.copyOf(heaps);
    }

    /**
     * @param connections to the service at that time
     * @param near objects to which requests lead that have a connection each
     */
    public record Heap(int connections, List<Near> near) {

        public Heap {
            near = List.copyOf(near);
        }
    }

    /**
     * @param object that counts, in the first heap
     * @param queue the field that is how many wait
     * @param waiting how many, in each heap
     * @param bound the fields that are how many it lets past; none where that is not told
     * @param most that number
     */
    public record Counted(Near object, String queue, List<Integer> waiting, List<String> bound, OptionalInt most) {

        public Counted {
            waiting = List.copyOf(waiting);
            bound = List.copyOf(bound);
        }

        private double distance() {
            return object.distance();
        }
    }

    /** The nearest with a bound; where others as near have another one, or none has one, the nearest without. */
    public Optional<Counted> find() {
        List<Counted> found = heaps.stream()
                .limit(1)
                .flatMap(heap -> heap.near().stream())
                .flatMap(near -> near.numbers().keySet().stream().flatMap(field -> counted(near, field).stream()))
                .sorted(Comparator.comparingDouble(Counted::distance)
                        .thenComparing(one -> one.object().type())
                        .thenComparing(Counted::queue))
                .toList();
        List<Counted> bound =
                found.stream().filter(one -> one.most().isPresent()).toList();
        return bound.stream()
                .findFirst()
                .filter(best -> bound.stream()
                        .filter(other -> other.distance() <= best.distance())
                        .allMatch(other -> other.most().equals(best.most())))
                .or(() -> found.stream().findFirst().map(one -> without(one)));
    }

    private static Counted without(Counted one) {
        return new Counted(one.object(), one.queue(), one.waiting(), List.of(), OptionalInt.empty());
    }

    private Optional<Counted> counted(Near first, String queue) {
        List<Near> same = new ArrayList<>();
        boolean below = first.numbers().getOrDefault(queue, 0L) < 0;
        for (Heap heap : heaps) {
            heap.near().stream()
                    .filter(near -> near.type().equals(first.type())
                            && near.waiters().equals(first.waiters())
                            && is(near, queue, below ? -near.reached() : near.reached()))
                    .findFirst()
                    .ifPresent(same::add);
        }
        if (first.reached() < FEWEST || same.size() < heaps.size()) {
            return Optional.empty();
        }
        List<Integer> waiting = same.stream().map(Near::reached).toList();
        List<Integer> room = IntStream.range(0, heaps.size())
                .mapToObj(heap -> heaps.get(heap).connections() - waiting.get(heap))
                .toList();
        List<String> bound = bound(same, queue, room, below);
        boolean varies = Set.copyOf(waiting).size() > 1 && Collections.min(room) >= FEWEST; // else it counts requests
        return below || !bound.isEmpty() || varies
                ? Optional.of(new Counted(
                        first,
                        queue,
                        waiting,
                        bound,
                        bound.stream()
                                .mapToInt(field -> (int) value(first, field))
                                .findFirst()))
                : Optional.empty();
    }

    /**
     * @param room connections of which nobody waits there
     * @param below whether it counts those that wait below zero
     */
    private static List<String> bound(List<Near> same, String queue, List<Integer> room, boolean below) {
        Near first = same.getFirst();
        List<String> staying = first.numbers().keySet().stream()
                .filter(field -> !field.equals(queue)
                        && value(first, field) >= FEWEST
                        && value(first, field) <= Collections.min(room)
                        && same.stream().allMatch(near -> is(near, field, value(first, field))))
                .sorted()
                .toList();
        Map<Long, Integer> times = new HashMap<>();
        staying.forEach(field -> times.merge(value(first, field), 1, Integer::sum));
        Set<Long> alike = new HashSet<>(times.keySet());
        alike.removeIf(value -> times.getOrDefault(value, 0) < 2);
        Set<Long> told = alike.size() == 1 ? alike : times.keySet();
        boolean sure = alike.size() == 1 || below || room.stream().anyMatch(left -> times.containsKey((long) left));
        return told.size() == 1 && sure
                ? staying.stream()
                        .filter(field -> told.contains(value(first, field)))
                        .toList()
                : List.of();
    }

    private static long value(Near object, String field) {
        return object.numbers().getOrDefault(field, 0L);
    }

    private static boolean is(Near object, String field, long value) {
        return object.numbers().containsKey(field) && value(object, field) == value;
    }
}
