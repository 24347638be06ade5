package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.Tasks;
import java.util.AbstractCollection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever waits for a lock of the service's here fails by the time. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ElementsTest {

    private static final int MOST = 10;

    /** As one that fetches from a database when it is first asked. */
    private static final class Lazy extends AbstractCollection<String> {

        private int asked;

        @Override
        public Iterator<String> iterator() {
            asked++;
            return List.of("fetched").iterator();
        }

        @Override
        public int size() {
            asked++;
            return 1;
        }
    }

    @Test
    void whatACollectionWithoutALockHoldsIsFound() {
        for (Object at : List.of(
                new Object[] {"a", null, "b"},
                new ArrayList<>(Arrays.asList("a", null, "b")),
                new ArrayDeque<>(List.of("a", "b")),
                new LinkedHashSet<>(List.of("a", "b")),
                new CopyOnWriteArrayList<>(List.of("a", "b")),
                Arrays.asList("a", "b"),
                Map.of("a", "b"),
                new HashMap<>(Map.of("a", "b")),
                new TreeMap<>(Map.of("a", "b")),
                new ConcurrentHashMap<>(Map.of("a", "b")))) {
            assertThat(Elements.of(at, MOST)).as("%s", at.getClass()).containsExactlyInAnyOrder("a", "b");
        }
    }

    @Test
    void noMoreIsTakenThanTheBound() {
        List<Integer> many = Collections.nCopies(1_000_000, 1);
        Map<Integer, String> map = new LinkedHashMap<>();
        many.subList(0, 1_000).forEach(one -> map.put(map.size(), "value"));
        assertThat(Elements.of(many.toArray(), MOST)).hasSize(MOST);
        assertThat(Elements.of(new ArrayList<>(many), MOST)).hasSize(MOST);
        assertThat(Elements.of(map, MOST)).hasSize(MOST);
    }

    @Test
    void norIsMoreLookedAtWhereNothingIs() {
        Object[] empty = new Object[1_000];
        empty[MOST] = "beyond";
        assertThat(Elements.of(empty, MOST)).isEmpty();
        assertThat(Elements.of(new ArrayList<>(Arrays.asList(empty)), MOST)).isEmpty();
    }

    @Test
    void noLockOfTheServicesIsWaitedFor() throws Exception {
        Map<String, String> map = Collections.synchronizedMap(new HashMap<>(Map.of("a", "b")));
        Collection<String> vector = new Vector<>(List.of("a"));
        Map<String, String> table = new Hashtable<>(Map.of("a", "b"));
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            synchronized (map) {
                synchronized (vector) {
                    synchronized (table) {
                        held.countDown();
                        Tasks.await(end);
                    }
                }
            }
        });
        holder.start();
        held.await();
        try {
            for (Object at : List.of(map, vector, table)) {
                assertThat(Elements.of(at, MOST)).hasSizeLessThanOrEqualTo(1);
            }
        } finally {
            end.countDown();
            holder.join();
        }
    }

    @Test
    void aCollectionOfTheServicesIsNotAskedThroughAWrapper() {
        Lazy lazy = new Lazy();
        for (Object wrapper : List.of(
                Collections.unmodifiableCollection(lazy),
                Collections.synchronizedCollection(lazy),
                Collections.checkedCollection(lazy, String.class))) {
            assertThat(Elements.of(wrapper, MOST)).doesNotContain("fetched");
        }
        assertThat(Elements.of(lazy, MOST)).isEmpty();
        assertThat(lazy.asked).isZero();
    }
}
