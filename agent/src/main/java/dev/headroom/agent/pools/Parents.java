package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Parent;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What new threads of a pool are to be like: all that it has. A pool that was lowered may have one alone, which is at work and may have all it has of its request:
 * then new ones are like those that there were before.
 */
final class Parents {

    private volatile @Nullable Parent before;

    /** Before it is lowered, which needs none. */
    void lowers(List<Thread> workers, BooleanSupplier idle) {
        try {
            more(workers, idle);
        } catch (IllegalStateException e) {
            before = null;
        }
    }

    /** @throws IllegalStateException where nobody can tell what they would have of a request */
    Parent more(List<Thread> workers, BooleanSupplier idle) {
        Parent known = before;
        try {
            Parent now = Parent.of(workers, idle);
            before = known == null ? now : known;
            return now;
        } catch (IllegalStateException e) {
            if (known == null) {
                throw e;
            }
            return known;
        }
    }

    /** To put it back, which must not fail: where nobody can tell, they have nothing that a request may have set. */
    Parent back(List<Thread> workers, BooleanSupplier idle) {
        try {
            return more(workers, idle);
        } catch (IllegalStateException e) {
            return Parent.ofNobody(workers);
        }
    }

    /** It is moved no more: what they had goes with the service's classes. */
    void forget() {
        before = null;
    }
}
