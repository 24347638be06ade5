package dev.headroom.core.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** Parts a list into groups: whoever is linked with one of a group is of it (the connected components of a graph). */
public final class Groups {

    private Groups() {}

    /** Of several that would do none is told from the others. */
    public static <T> Optional<T> only(Stream<T> found) {
        List<T> all = found.limit(2).toList();
        return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
    }

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
