package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Internals;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Whether threads keep what is open and theirs alone, in a {@link ThreadLocal} or in a field of the thread: a connection for each worker. Nobody closes it when its
 * thread ends. What two threads reach is not theirs, and what leads to several of its sort is of a pool that lends it: a transaction's connection comes
 * from a table of all.
 */
final class ThreadBound {

    /** Threads that are looked at: what each worker keeps these have. */
    private static final int MOST_THREADS = 8;

    private final Reach reach = new Reach();

    private ThreadBound() {}

    /** The class of something that is open and one thread's alone; empty where there is none. */
    static Optional<String> of(Collection<Thread> threads) {
        return new ThreadBound().own(threads);
    }

    private Optional<String> own(Collection<Thread> threads) {
        Map<Thread, Set<Object>> open = new LinkedHashMap<>();
        threads.stream().limit(MOST_THREADS).forEach(thread -> open.put(thread, reach.open(roots(thread))));
        Map<Object, Integer> times = new IdentityHashMap<>();
        open.values().forEach(its -> its.forEach(one -> times.merge(one, 1, Integer::sum)));
        Predicate<Object> shared = one -> times.getOrDefault(one, 0) > 1;
        return open.values().stream()
                .flatMap(its -> single(its.stream().filter(shared.negate()).toList()).stream())
                .filter(one -> !isLent(one, shared))
                .map(one -> one.getClass().getName())
                .min(String::compareTo);
    }

    /** The only ones of their class. */
    private static List<Object> single(List<Object> all) {
        Map<Class<?>, List<Object>> byClass = all.stream().collect(Collectors.groupingBy(Object::getClass));
        return byClass.values().stream()
                .filter(ofOne -> ofOne.size() == 1)
                .map(ofOne -> ofOne.get(0))
                .toList();
    }

    private boolean isLent(Object one, Predicate<Object> shared) {
        List<Object> behind = reach.open(reach.within(one)).stream()
                .filter(other -> other != one)
                .toList();
        return behind.stream().anyMatch(shared)
                || single(behind).size()
                        < behind.stream().map(Object::getClass).distinct().count();
    }

    /** What the thread keeps: values of its {@link ThreadLocal}s, and fields of its own class. */
    private List<Object> roots(Thread thread) {
        List<Object> roots = new ArrayList<>(reach.within(thread));
        for (String locals : List.of("threadLocals", "inheritableThreadLocals")) {
            Optional<Object> table = Internals.field(Thread.class, locals)
                    .map(field -> Internals.get(field, thread))
                    .flatMap(map -> Internals.value(map, "table"));
            if (table.orElse(null) instanceof Object[] entries) {
                for (int i = 0; i < entries.length && roots.size() < Reach.MOST; i++) {
                    Object entry = entries[i];
                    if (entry != null) {
                        Internals.value(entry, "value").ifPresent(roots::add);
                    }
                }
            }
        }
        return roots;
    }
}
