package dev.headroom.core.conservation;

import dev.headroom.core.statistics.Thresholds;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Objects of a heap to which those that wait lead by references, with their numbers: one that holds back requests knows how many it lets past. Its bound m is the
 * same number with nobody and under load, beside a count that is m under load, or more by m of the only one of its class (it may count itself); or what it has to give
 * away is m with nobody, and under load nothing, or as many below it as wait. That a number is X R0
 * says nothing by itself: numbers are many.
 *
 * @param loaded as they were in heaps under load, some time apart
 * @param idle numbers of the objects of each class, with nobody in the service
 */
public record BoundedObjects(List<List<Near>> loaded, Map<String, List<Map<String, Long>>> idle) {

    /** 1 is everywhere, 2 nearly so, and what was 0 and is 1 or 2 as well; but not what is below 0 by as many as wait. */
    private static final double FEWEST = Thresholds.FEWEST;

    /** A library's own beside the application's. */
    private static final double MOST_ALIKE = Thresholds.FEWEST;

    /** Collections that grow: when they do so next is a number beside their size, and no bound of it. */
    private static final Pattern GROWS =
            Pattern.compile("java\\.util\\.(?:[A-Z].*|concurrent\\.Concurrent.*|concurrent\\.CopyOnWrite.*)");

    public BoundedObjects {
        loaded = List.copyOf(loaded);
        idle = Map.copyOf(idle);
    }

    /**
     * An object near those that wait.
     *
     * @param type its class
     * @param numbers by field
     * @param distance references from those that wait, on average
     * @param waiters class of those that wait
     * @param reached of these, who lead to it
     */
    public record Near(String type, Map<String, Long> numbers, double distance, String waiters, int reached) {

        public Near {
            numbers = Map.copyOf(numbers);
        }
    }

    /** What of an object says its bound, the surest first. */
    public enum Kind {
        /** How many it lets past, beside how many it has let past. */
        MOST_AND_COUNT,
        /** How many more it lets past; below 0 by as many as wait. */
        ROOM_LEFT
    }

    /**
     * @param field that says its bound
     * @param beside the other field that says so; empty for {@link Kind#ROOM_LEFT}
     */
    public record Bound(Near object, String field, int most, Kind kind, String beside) {}

    /** Those of its class that wait lead to it, and to nothing nearer that was there before. */
    public record Holder(String type, String waiters) {}

    /**
     * The nearest that has a bound; empty where none has, or others as near have another.
     *
     * @param atWork X R0: what may be at work at most, where a request at work takes as long as one user's
     * @param past whether so many may be let past at a time
     */
    public Optional<Bound> find(double atWork, IntPredicate past) {
        Map<Kind, List<Bound>> found = loaded.stream()
                .limit(1)
                .flatMap(List::stream)
                .flatMap(this::bounds)
                .filter(bound -> bound.most() <= LiveObjects.mostAtWork(atWork) && past.test(bound.most()))
                .collect(Collectors.groupingBy(
                        Bound::kind, () -> new EnumMap<>(Kind.class), Collectors.toUnmodifiableList()));
        return found.values().stream().findFirst().flatMap(BoundedObjects::nearest);
    }

    /**
     * Where those that wait stand: the nearest object to which most of them lead, in each heap, that was there with nobody. What comes and goes with a request is not it. Where those that are let past are
     * known and lead to some of these objects as well, the nearest of those to both.
     *
     * @param waiting their classes
     * @param past classes of those that are let past
     */
    public Optional<Holder> holder(Set<String> waiting, Set<String> past) {
        List<Near> objects = loaded.stream()
                .limit(1)
                .flatMap(List::stream)
                .filter(this::isOne)
                .toList();
        Map<String, Double> ofPast = objects.stream()
                .filter(near -> past.contains(near.waiters()))
                .collect(Collectors.toMap(Near::type, Near::distance, Math::min));
        List<Near> ofWaiting = objects.stream()
                .filter(near -> waiting.contains(near.waiters()))
                .sorted(Comparator.comparingDouble(Near::distance).thenComparing(Near::type))
                .toList();
        return ofWaiting.stream()
                .filter(near -> ofPast.containsKey(near.type()))
                .min(Comparator.comparingDouble(near -> near.distance() + ofPast.getOrDefault(near.type(), 0.0)))
                .or(() -> ofWaiting.stream().findFirst())
                .map(near -> new Holder(near.type(), near.waiters()));
    }

    private boolean isOne(Near object) {
        return !object.type().endsWith("[]")
                && !idle.getOrDefault(object.type(), List.of()).isEmpty()
                && loaded.stream()
                        .allMatch(heap -> heap.stream()
                                        .filter(other -> other.type().equals(object.type())
                                                && other.waiters().equals(object.waiters()))
                                        .count()
                                == 1);
    }

    private static Optional<Bound> nearest(List<Bound> bounds) {
        return bounds.stream()
                .min(Comparator.comparingDouble(BoundedObjects::distance).thenComparing(Bound::field))
                .filter(best -> bounds.stream()
                        .filter(other -> distance(other) <= distance(best))
                        .allMatch(other -> other.most() == best.most()));
    }

    private static double distance(Bound bound) {
        return bound.object().distance();
    }

    /** Of one of few of its class: among many some numbers agree. */
    private Stream<Bound> bounds(Near object) {
        List<Map<String, Long>> alike = idle.getOrDefault(object.type(), List.of());
        return alike.size() <= MOST_ALIKE && !GROWS.matcher(object.type()).matches()
                ? alike.stream()
                        .flatMap(before -> object.numbers().keySet().stream()
                                .flatMap(field -> bounds(object, field, before, alike)))
                : Stream.empty();
    }

    /**
     * @param before its numbers with nobody in the service
     * @param alike those of all of its class: the one that is seen under load may be another
     */
    private Stream<Bound> bounds(Near object, String field, Map<String, Long> before, List<Map<String, Long>> alike) {
        long most = before.getOrDefault(field, 0L);
        if (most < 1 || most > Integer.MAX_VALUE) {
            return Stream.empty();
        }
        boolean below =
                underLoad(object, near -> near.reached() >= FEWEST && is(near.numbers(), field, -near.reached()));
        boolean anyway = alike.stream().anyMatch(one -> is(one, field, 0));
        if (below || !anyway && most >= FEWEST && underLoad(object, near -> nothingIsLeft(near, field))) {
            return Stream.of(new Bound(object, field, (int) most, Kind.ROOM_LEFT, ""));
        }
        if (most < FEWEST) {
            return Stream.empty();
        }
        return object.numbers().keySet().stream()
                .filter(count -> !count.equals(field) && before.containsKey(count))
                .filter(count -> alike.stream().noneMatch(one -> is(one, field, most) && is(one, count, most)))
                .filter(count -> underLoad(
                        object,
                        near -> is(near.numbers(), field, most)
                                && is(
                                        near.numbers(),
                                        count,
                                        alike.size() == 1 ? before.getOrDefault(count, 0L) + most : most)))
                .sorted()
                .limit(1)
                .map(count -> new Bound(object, field, (int) most, Kind.MOST_AND_COUNT, count));
    }

    /** 0, or below it by as many as wait. */
    private static boolean nothingIsLeft(Near near, String field) {
        return is(near.numbers(), field, 0) || is(near.numbers(), field, -near.reached());
    }

    private static boolean is(Map<String, Long> numbers, String field, long value) {
        return Objects.equals(numbers.get(field), value);
    }

    /** In each heap there is such an object of that class. */
    private boolean underLoad(Near object, Predicate<Near> such) {
        return such.test(object)
                && loaded.stream()
                        .allMatch(heap -> heap.stream()
                                .filter(other -> other.type().equals(object.type()))
                                .anyMatch(such));
    }
}
