package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Internals;
import dev.headroom.agent.jvm.Stranger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What an array or a collection of the JDK's holds, the first of it up to a bound. The service is at work on it: no lock of its is taken, none of its code is
 * run, and nothing is copied that may be large. So only classes are iterated of which it is known that they do neither; of those that lock, or hand on to a
 * collection of the service's, the field is read in which they keep it. All others tell nothing, such as sorted sets, whose parts compare.
 */
final class Elements {

    private static final Set<Class<?>> PLAIN = Set.of(
            ArrayList.class,
            LinkedList.class,
            ArrayDeque.class,
            PriorityQueue.class,
            HashSet.class,
            LinkedHashSet.class,
            HashMap.class,
            LinkedHashMap.class,
            TreeMap.class,
            IdentityHashMap.class,
            EnumMap.class,
            ConcurrentHashMap.class,
            ConcurrentHashMap.KeySetView.class,
            ConcurrentSkipListMap.class,
            ConcurrentLinkedQueue.class,
            ConcurrentLinkedDeque.class,
            CopyOnWriteArrayList.class,
            CopyOnWriteArraySet.class,
            Arrays.asList(1).getClass(),
            Collections.singleton(1).getClass(),
            Collections.singletonList(1).getClass(),
            Collections.singletonMap(1, 1).getClass(),
            List.of(1).getClass(),
            List.of(1, 2, 3).getClass(),
            Set.of(1).getClass(),
            Set.of(1, 2, 3).getClass(),
            Map.of(1, 1).getClass(),
            Map.of(1, 1, 2, 2).getClass());

    /** Of the wrappers: of a collection, and of a map. */
    private static final List<String> WRAPPED = List.of("c", "m");

    private final int most;
    private final List<Object> found = new ArrayList<>();

    /** Elements looked at, null among them. */
    private int looked;

    private Elements(int most) {
        this.most = most;
    }

    static List<Object> of(Object at, int most) {
        Elements elements = new Elements(most);
        Stranger.ask(() -> elements.look(at), false); // one that its owner changes meanwhile may tell only some
        return elements.found;
    }

    private boolean look(Object at) {
        Class<?> type = at.getClass();
        if (at instanceof Object[] array) {
            for (int i = 0; i < array.length && hasRoom(); i++) {
                add(array[i]);
            }
        } else if (at instanceof AtomicReference<?> reference) {
            add(reference.get());
        } else if (at instanceof Optional<?> optional) {
            add(optional.orElse(null));
        } else if (PLAIN.contains(type)) {
            iterate(at);
        } else {
            kept(type).forEach(name -> Internals.field(type, name).ifPresent(field -> add(Internals.get(field, at))));
        }
        return true;
    }

    private void iterate(Object plain) {
        if (plain instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                add(entry.getKey());
                add(entry.getValue());
                if (!hasRoom()) {
                    return;
                }
            }
        } else {
            for (Object one : (Collection<?>) plain) {
                add(one);
                if (!hasRoom()) {
                    return;
                }
            }
        }
    }

    /** Names of the fields in which it keeps what it holds; none where that is not known. */
    private static List<String> kept(Class<?> type) {
        String name = type.getName();
        if (Vector.class.isAssignableFrom(type)) {
            return List.of("elementData");
        }
        if (Hashtable.class.isAssignableFrom(type)) {
            return List.of("table", "map"); // the latter of properties
        }
        if (name.equals(Hashtable.class.getName() + "$Entry")) {
            return List.of("key", "value", "next");
        }
        return name.startsWith(Collections.class.getName() + "$") ? WRAPPED : List.of();
    }

    private boolean hasRoom() {
        return looked < most;
    }

    private void add(@Nullable Object one) {
        looked++;
        if (one != null && isFollowed(one)) {
            found.add(one);
        }
    }

    /** Not what leads to everything. */
    static boolean isFollowed(Object one) {
        return !(one instanceof Thread) && !(one instanceof Class) && !(one instanceof ClassLoader);
    }
}
