package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Parent;
import dev.headroom.agent.jvm.Stranger;
import dev.headroom.agent.jvm.Threads;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What new threads of a pool are to be like: all that it has. A pool that was lowered may have one alone, which is at work and may have all it has of its request:
 * then new ones are like those that there were before.
 */
final class Parents {

    private final Object pool;
    private final BooleanSupplier idle;
    private volatile @Nullable Parent before;

    /** @param idle whether none of its workers is at work now */
    Parents(Object pool, BooleanSupplier idle) {
        this.pool = pool;
        this.idle = idle;
    }

    /** Before it is lowered, which needs none. */
    void lowers(List<Thread> workers) {
        try {
            more(workers);
        } catch (IllegalStateException e) {
            before = null;
        }
    }

    /** @throws IllegalStateException where nobody can tell what they would have of a request */
    Parent more(List<Thread> workers) {
        Parent known = before;
        try {
            Parent now = Parent.of(workers, idle, this::resting);
            before = known == null ? now : known;
            return now;
        } catch (IllegalStateException e) {
            if (known == null) {
                throw e;
            }
            return known;
        }
    }

    /**
     * To put it back, which must not fail, nor ask any other pool, which may hang: as before it was lowered, else as all workers are; where nobody can tell, they have nothing that a request may
     * have set.
     */
    Parent back(List<Thread> workers) {
        Parent known = before;
        if (known != null) {
            return known;
        }
        try {
            return Parent.of(workers, idle, List::of);
        } catch (IllegalStateException e) {
            return Parent.ofNobody(workers);
        }
    }

    /** Threads of other pools of which none is at work. */
    private List<Thread> resting() {
        Map<Object, Boolean> idle = new IdentityHashMap<>();
        return Threads.all().stream()
                .filter(thread -> Owners.owner(thread)
                        .filter(owner -> owner != pool && idle.computeIfAbsent(owner, Parents::isIdle))
                        .isPresent())
                .toList();
    }

    private static boolean isIdle(Object pool) {
        return Stranger.ask(
                () -> Owners.gauge(pool).filter(gauge -> gauge.active() == 0).isPresent(), false);
    }

    /** It is moved no more: what they had goes with the service's classes. */
    void forget() {
        before = null;
    }
}
