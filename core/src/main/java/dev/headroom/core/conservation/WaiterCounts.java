package dev.headroom.core.conservation;

import dev.headroom.core.conservation.BoundedObjects.Near;
import dev.headroom.core.statistics.Thresholds;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Objects that count who waits, in heaps of a JVM of which nobody knows what it was without its load. W objects of a class lead to a client's connection each, on which the kernel has a request in flight, and
 * are other clients' in another heap: so they are requests. All of them lead to an object of which one number is W, or -W, in each heap: it counts them. Where W differs from heap to heap that is no accident. Its bound is a
 * number that stays, of no more than the other requests in flight: where two of its numbers are alike (what it lets past at most, and how many it has let past), or it is the only one and either counts below zero by
 * as many as wait or adds up with them to the requests in flight. Or it is not among its numbers, and then those that it has let past say it: who has to give
 * something back refers to it, so that in each heap as many other clients have an object of one class that does, while many wait there. What comes and goes by chance, as many as m on average, is m in each of k heaps with a chance of (4 pi m)^(-(k-1)/2) or less.
 *
 * @param heaps under load, some time apart
 */
public record WaiterCounts(List<RequestsInHeap> heaps) {

    /** 1 is everywhere, 2 nearly so. */
    static final double FEWEST = Thresholds.FEWEST;

    /** That is being answered and asks again: it may count, or not. */
    private static final int ONE = 1;

    private static final double CHANCE = Thresholds.FEW;

    /** Of the requests that do not wait, so few may be elsewhere than past the limit: in the network, or before it. */
    private static final double HELD_BY_NOBODY = Thresholds.DOUBLE;

    public WaiterCounts {
        heaps = List.copyOf(heaps);
    }

    /**
     * @param object that counts, in the first heap
     * @param queue the field that is how many wait; empty where none is
     * @param waiting how many, in each heap
     * @param bound the fields that are how many it lets past; none where that is not told
     * @param past the class of which those that it has let past have an object each; empty where the number is its own
     * @param most that number
     */
    public record Counted(
            Near object,
            String queue,
            List<Integer> waiting,
            List<String> bound,
            Optional<String> past,
            OptionalInt most) {

        public Counted {
            waiting = List.copyOf(waiting);
            bound = List.copyOf(bound);
        }

        private double distance() {
            return object.distance();
        }
    }

    /** The nearest with a bound; where others as near have another one, or those that are past say another one, or none has one, the nearest without. */
    public Optional<Counted> find() {
        List<Counted> counting = nearest(first().flatMap(
                        near -> near.numbers().keySet().stream().flatMap(field -> counted(near, field).stream())));
        List<Counted> known = Stream.of(
                        counting,
                        nearest(first().flatMap(near -> past(near).stream()).filter(one -> !mayBeByChance(one))),
                        nearest(first().flatMap(near -> together(near).stream())))
                .flatMap(List::stream)
                .filter(one -> one.most().isPresent())
                .toList();
        return known.stream()
                .findFirst()
                .filter(best -> known.stream()
                        .filter(other -> other.distance() <= best.distance()
                                || other.object().type().equals(best.object().type()))
                        .allMatch(other -> other.most().equals(best.most())))
                .or(() -> counting.stream().findFirst().map(WaiterCounts::without));
    }

    /** Where nothing counts them: that they wait for each other. */
    public Optional<FutureChain> chain() {
        return FutureChain.in(heaps);
    }

    /** Whether no number is told, and another heap may say one: those that are past if they are as many in it, or those that wait if they are others'. */
    public boolean wouldTellMore() {
        return find().filter(one -> one.most().isPresent()).isEmpty()
                && first().anyMatch(near -> past(near).isPresent() || mayBeRequests(near));
    }

    /** Who comes round in turn may be where he was: all that is known is that he has a request in flight. */
    private boolean mayBeRequests(Near first) {
        return inEach(first, near -> true)
                .filter(same -> first.reached() >= FEWEST && areInFlight(same) && !areOthers(same))
                .filter(same -> first.numbers().keySet().stream()
                        .anyMatch(field -> same.stream()
                                .allMatch(near -> is(near, field, near.reached()) || is(near, field, -near.reached()))))
                .isPresent();
    }

    /**
     * That counts of what comes and goes by chance are m in each heap. Those who do not wait have an object of a class that all have wherever they are, and only some of them may come and go: the others are held by
     * another limit, behind it.
     */
    private boolean mayBeByChance(Counted one) {
        int most = one.most().orElseThrow();
        double varying = isOfAll(one) ? Math.min(HELD_BY_NOBODY, most) : most;
        return Math.pow(4 * Math.PI * varying, -0.5 * (heaps.size() - 1)) > CHANCE;
    }

    private boolean isOfAll(Counted one) {
        return one.past().stream()
                .anyMatch(type -> first().anyMatch(
                                near -> near.waiters().equals(one.object().waiters())
                                        && near.reached() == one.object().reached()
                                        && heaps.getFirst().haveAll(near, type)));
    }

    private Stream<Near> first() {
        return heaps.stream().limit(1).flatMap(heap -> heap.near().keySet().stream());
    }

    private static List<Counted> nearest(Stream<Counted> found) {
        return found.sorted(Comparator.comparingDouble(Counted::distance)
                        .thenComparing(one -> one.object().type())
                        .thenComparing(Counted::queue))
                .toList();
    }

    private static Counted without(Counted one) {
        return new Counted(one.object(), one.queue(), one.waiting(), List.of(), Optional.empty(), OptionalInt.empty());
    }

    /** The same object in each heap, where others wait there each time. */
    private Optional<List<Near>> same(Near first, Predicate<Near> such) {
        return inEach(first, such).filter(same -> first.reached() >= FEWEST && areInFlight(same) && areOthers(same));
    }

    /** The same object in each heap; empty where one has none such. */
    private Optional<List<Near>> inEach(Near first, Predicate<Near> such) {
        List<Near> same = heaps.stream()
                .flatMap(heap -> heap.near().keySet().stream()
                        .filter(near -> near.type().equals(first.type())
                                && near.waiters().equals(first.waiters())
                                && such.test(near))
                        .limit(1))
                .toList();
        return same.size() == heaps.size() ? Optional.of(same) : Optional.empty();
    }

    /**
     * By how many have gone past. Where two classes say different numbers none is told. Of a class of which those who wait have objects as well, it is as good as any that they lead to: then it is the
     * nearest that is meant.
     */
    private Optional<Counted> past(Near first) {
        return same(first, near -> true).flatMap(same -> {
            Map<String, Integer> staying = new TreeMap<>();
            heaps.getFirst().referring(same.getFirst()).keySet().forEach(type -> {
                Set<Integer> counts = IntStream.range(0, heaps.size())
                        .mapToObj(heap -> heaps.get(heap).past(same.get(heap), type))
                        .collect(Collectors.toSet());
                counts.stream()
                        .filter(count -> counts.size() == 1 && count >= FEWEST)
                        .forEach(count -> staying.put(type, count));
            });
            return Set.copyOf(staying.values()).size() == 1
                    ? staying.entrySet().stream()
                            .min(Comparator.comparing(one -> ofAll(same.getFirst(), one.getKey())))
                            .map(one -> {
                                Near meant = meant(same.getFirst(), one.getValue(), one.getKey());
                                return new Counted(
                                        meant,
                                        "",
                                        same.stream().map(Near::reached).toList(),
                                        saying(meant, one.getValue()),
                                        Optional.of(one.getKey()),
                                        OptionalInt.of(one.getValue()));
                            })
                    : Optional.empty();
        });
    }

    /** Whether those who wait there have an object of that class that refers to it, too. */
    private boolean ofAll(Near object, String type) {
        RequestsInHeap heap = heaps.getFirst();
        return !Collections.disjoint(heap.referring(object).getOrDefault(type, Set.of()), heap.clients(object));
    }

    /** That object where it says that number itself, else the nearest that does, else the nearest of those that are as good. */
    private Near meant(Near object, int most, String past) {
        if (!saying(object, most).isEmpty()) {
            return object;
        }
        return nearest(object, near -> !saying(near, most).isEmpty())
                .or(() -> ofAll(object, past) ? nearest(object, near -> true) : Optional.empty())
                .orElse(object);
    }

    private Optional<Near> nearest(Near object, Predicate<Near> such) {
        return first().filter(near -> near.waiters().equals(object.waiters()) && near.reached() == object.reached())
                .filter(such)
                .min(Comparator.comparingDouble(Near::distance).thenComparing(Near::type));
    }

    /** Its fields that are that number in each heap. */
    private List<String> saying(Near object, int most) {
        return inEach(object, near -> true).stream()
                .flatMap(same -> object.numbers().keySet().stream()
                        .filter(field -> same.stream().allMatch(near -> is(near, field, most))))
                .sorted()
                .toList();
    }

    private Optional<Counted> counted(Near first, String queue) {
        boolean below = first.numbers().getOrDefault(queue, 0L) < 0;
        return same(first, near -> is(near, queue, below ? -near.reached() : near.reached()))
                .flatMap(same -> counted(same, queue, below));
    }

    private Optional<Counted> counted(List<Near> same, String queue, boolean below) {
        Near first = same.getFirst();
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
                        Optional.empty(),
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
                .filter(value -> room.stream().anyMatch(left -> isNoneOrOne(value - left)))
                .collect(Collectors.toSet());
        boolean bothSay = alike.size() == 1 && alike.containsAll(addUp);
        boolean only = Set.copyOf(values).size() == 1 && (below || !addUp.isEmpty());
        return bothSay || only
                ? staying.stream()
                        .filter(field -> only || alike.contains(value(first, field)))
                        .toList()
                : List.of();
    }

    /**
     * Where those that it has let past lead to it as well: as many do as it counts that wait and lets past, in each heap; who was let past a moment ago may be counted on neither side. Where as many wait in each heap, it has to say twice how many it lets past.
     */
    private Optional<Counted> together(Near first) {
        return same(first, near -> true).flatMap(same -> {
            List<Counted> found = first.numbers().keySet().stream()
                    .flatMap(queue -> first.numbers().keySet().stream()
                            .filter(bound -> !bound.equals(queue) && addUp(same, queue, bound))
                            .map(bound -> together(same, queue, (int) value(first, bound))))
                    .toList();
            return found.stream()
                    .findFirst()
                    .filter(one -> found.stream().allMatch(other -> other.most().equals(one.most())));
        });
    }

    private Counted together(List<Near> same, String queue, int most) {
        List<Integer> waiting =
                same.stream().map(near -> (int) value(near, queue)).toList();
        List<String> bound = saying(same.getFirst(), most);
        return new Counted(same.getFirst(), queue, waiting, bound, Optional.empty(), OptionalInt.of(most));
    }

    private static boolean addUp(List<Near> same, String queue, String bound) {
        long most = value(same.getFirst(), bound);
        boolean varies =
                same.stream().mapToLong(near -> value(near, queue)).distinct().count() > 1;
        boolean twice = same.getFirst().numbers().keySet().stream()
                .filter(other -> !other.equals(bound) && !other.equals(queue))
                .anyMatch(other ->
                        same.stream().allMatch(near -> is(near, other, most) || is(near, other, most - ONE)));
        return most >= FEWEST
                && (varies || twice)
                && same.stream()
                        .allMatch(near -> is(near, bound, most)
                                && value(near, queue) > most
                                && isNoneOrOne(near.reached() - most - value(near, queue)))
                && same.stream().anyMatch(near -> is(near, queue, near.reached() - most));
    }

    private static boolean isNoneOrOne(long difference) {
        return difference >= 0 && difference <= ONE;
    }

    private boolean areInFlight(List<Near> same) {
        return IntStream.range(0, heaps.size()).allMatch(heap -> heaps.get(heap).areRequests(same.get(heap)));
    }

    /** In each other heap but one, at the most, where who comes round in turn may be where he was: what subscribed, or was opened with the connection, stays. */
    private boolean areOthers(List<Near> same) {
        return IntStream.range(0, heaps.size())
                        .mapToObj(heap -> heaps.get(heap).clients(same.get(heap)))
                        .distinct()
                        .count()
                >= Math.max(2, heaps.size() - 1);
    }

    private static long value(Near object, String field) {
        return object.numbers().getOrDefault(field, 0L);
    }

    private static boolean is(Near object, String field, long value) {
        return object.numbers().containsKey(field) && value(object, field) == value;
    }
}
