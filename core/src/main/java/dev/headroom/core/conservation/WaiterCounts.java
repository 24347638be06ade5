package dev.headroom.core.conservation;

import dev.headroom.core.conservation.BoundedObjects.Near;
import dev.headroom.core.statistics.Thresholds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Objects that count who waits, in heaps of a JVM of which nobody knows what it was without its load. W objects of a class lead to a client's connection each, on which the kernel has a request in flight, and
 * are other clients' in the next heap: so they are requests. All of them lead to an object of which one number is W, or -W, in each heap: it counts them. Where W differs from heap to heap that is no accident. Its bound is a
 * number that stays, of no more than the other requests in flight: where two of its numbers are alike (what it lets past at most, and how many it has let past), or it is the only one and either counts below zero by
 * as many as wait or adds up with them to the requests in flight.
 *
 * @param heaps under load, some time apart
 */
public record WaiterCounts(List<Heap> heaps) {

    /** 1 is everywhere, 2 nearly so. */
    private static final double FEWEST = Thresholds.FEWEST;

    /** That is being answered and asks again: it may count, or not. */
    private static final int ONE = 1;

    /** Of those that wait (0 to 1), who has a request in flight: the kernel was asked a moment before. */
    private static final double IN_FLIGHT = Thresholds.NEARLY_ALL;

    public WaiterCounts {
        heaps = List.copyOf(heaps);
    }

    /**
     * @param inFlight clients with a request in flight at that time, by the ports of their connections
     * @param near objects to which others lead, of one class and with a client of its own each; with the clients
     */
    public record Heap(Set<Integer> inFlight, Map<Near, Set<Integer>> near) {

        public Heap {
            inFlight = Set.copyOf(inFlight);
            near = Map.copyOf(near);
        }

        private Set<Integer> clients(Near object) {
            return near.getOrDefault(object, Set.of());
        }

        private boolean areRequests(Near object) {
            Set<Integer> waiting = clients(object);
            return waiting.stream().filter(inFlight::contains).count() >= IN_FLIGHT * waiting.size();
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
                .flatMap(heap -> heap.near().keySet().stream())
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
            heap.near().keySet().stream()
                    .filter(near -> near.type().equals(first.type())
                            && near.waiters().equals(first.waiters())
                            && is(near, queue, below ? -near.reached() : near.reached()))
                    .findFirst()
                    .ifPresent(same::add);
        }
        if (first.reached() < FEWEST || same.size() < heaps.size() || !areRequests(same)) {
            return Optional.empty();
        }
        List<Integer> waiting = same.stream().map(Near::reached).toList();
        List<Integer> room = IntStream.range(0, heaps.size())
                .mapToObj(heap -> heaps.get(heap).inFlight().size() - waiting.get(heap))
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
     * @param room requests in flight that do not wait there
     * @param below whether it counts those that wait below zero
     */
    private static List<String> bound(List<Near> same, String queue, List<Integer> room, boolean below) {
        Near first = same.getFirst();
        List<String> staying = first.numbers().keySet().stream()
                .filter(field -> !field.equals(queue)
                        && value(first, field) >= FEWEST
                        && value(first, field) <= Collections.min(room) + ONE
                        && same.stream().allMatch(near -> is(near, field, value(first, field))))
                .sorted()
                .toList();
        List<Long> values = staying.stream().map(field -> value(first, field)).toList();
        Set<Long> alike = values.stream()
                .filter(value -> Collections.frequency(values, value) > 1)
                .collect(Collectors.toSet());
        Set<Long> addUp = values.stream()
                .filter(value -> room.stream().anyMatch(left -> value - left >= 0 && value - left <= ONE))
                .collect(Collectors.toSet());
        boolean bothSay = alike.size() == 1 && alike.containsAll(addUp);
        boolean only = Set.copyOf(values).size() == 1 && (below || !addUp.isEmpty());
        return bothSay || only
                ? staying.stream()
                        .filter(field -> only || alike.contains(value(first, field)))
                        .toList()
                : List.of();
    }

    /** And others' in the next heap: what subscribed, or was opened with the connection, stays. */
    private boolean areRequests(List<Near> same) {
        return IntStream.range(0, heaps.size()).allMatch(heap -> heaps.get(heap).areRequests(same.get(heap)))
                && IntStream.range(0, heaps.size())
                                .mapToObj(heap -> heaps.get(heap).clients(same.get(heap)))
                                .distinct()
                                .count()
                        == heaps.size();
    }

    private static long value(Near object, String field) {
        return object.numbers().getOrDefault(field, 0L);
    }

    private static boolean is(Near object, String field, long value) {
        return object.numbers().containsKey(field) && value(object, field) == value;
    }
}
