package dev.headroom.agent.limits;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.headroom.agent.catalogue.Catalogue;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A pool that the catalogue knows has keys, and a collection, of the service's own classes. */
class StrangeKeysTest {

    private final Hook hook = new Hook(false);
    private Limits limits;

    /** As commons-pool's, by a key of the service's own. */
    static final class Keyed {

        private final List<Object> keys;
        private final Collection<?> waiters;

        Keyed(List<Object> keys, Collection<?> waiters) {
            this.keys = keys;
            this.waiters = waiters;
        }

        List<Object> keys() {
            return keys;
        }

        Collection<?> waiters() {
            return waiters;
        }

        int used() {
            return 3;
        }

        int most() {
            return 8;
        }
    }

    private void look(Keyed pool, String name) throws Exception {
        limits = new Limits(
                Catalogue.parse("[keyed]\nkind: object-pool\nclass: " + Keyed.class.getName() + "\neach: keys\nname: "
                        + name + "\ncapacity: most\nin-use: used\nwaiting: waiters"),
                hook);
        hook.open();
        Hook.made(pool);
        limits.begin();
        limits.begin();
        limits.write(new DataOutputStream(new ByteArrayOutputStream()), (holders, out) -> Map.of());
    }

    @AfterEach
    void close() {
        hook.close();
    }

    @Test
    void aSoundOneIsLookedAt() {
        assertThatCode(() -> look(new Keyed(List.of("a"), List.of()), "*")).doesNotThrowAnyException();
    }

    @Test
    void aKeyThatCannotBeWrittenEndsNoLook() {
        Object key = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no session");
            }
        };
        assertThatCode(() -> look(new Keyed(List.of(key), List.of()), "*")).doesNotThrowAnyException();
    }

    @Test
    void aCollectionThatDoesNotTellItsSizeEndsNoLook() {
        Collection<Object> lazy = new AbstractCollection<>() {
            @Override
            public Iterator<Object> iterator() {
                throw new IllegalStateException("closed");
            }

            @Override
            public int size() {
                throw new IllegalStateException("closed");
            }
        };
        assertThatCode(() -> look(new Keyed(List.of("a"), lazy), "*")).doesNotThrowAnyException();
    }

    @Test
    void keysThatChangeWhileTheyAreReadEndNoLook() {
        List<Object> changing = new AbstractList<>() {
            @Override
            public Object get(int index) {
                throw new java.util.ConcurrentModificationException();
            }

            @Override
            public int size() {
                return 2;
            }
        };
        assertThatCode(() -> look(new Keyed(changing, List.of()), "*")).doesNotThrowAnyException();
    }
}
