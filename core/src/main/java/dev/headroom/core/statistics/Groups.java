package dev.headroom.core.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** Parts a list into groups: whoever is linked with one of a group is of it (the connected components of a graph). */
public final class Groups {

    private Groups() {}

    public static <T> List<List<T>> of(List<T> all, BiPredicate<T, T> linked) {
        List<List<T>> groups = new ArrayList<>();
        for (T one : all) {
            List<List<T>> its = groups.stream()
                    .filter(group -> group.stream().anyMatch(other -> linked.test(one, other)))
                    .toList();
            groups.removeAll(its);
            groups.add(Stream.concat(its.stream().flatMap(List::stream), Stream.of(one))
                    .toList());
        }
        return groups;
    }
}
