package dev.headroom.agent;

import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the classes of the catalogue report each new object, by way of the {@link Bridge}: the last thing that their constructors do.
 * Keeps them weakly, so that what the application drops is collected.
 */
final class Hook implements Consumer<Object> {

    /** Objects not yet looked at. Who makes more during a start, or between two looks, makes them for single requests: these bound nothing. */
    private static final int MOST = 50_000;

    private static final Queue<Created> CREATED = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger WAITING = new AtomicInteger();

    /** Called from constructors of the application: must neither throw nor wait. */
    @Override
    public void accept(Object object) {
        if (WAITING.get() < MOST) {
            WAITING.incrementAndGet();
            CREATED.add(new Created(object, object instanceof Semaphore permits ? permits.availablePermits() : -1));
        }
    }

    /** The next object that was made and not yet asked for; null where there is none. */
    static @Nullable Created next() {
        Created made = CREATED.poll();
        if (made != null) {
            WAITING.decrementAndGet();
        }
        return made;
    }

    /** An object that reported itself. */
    static final class Created extends WeakReference<Object> {

        private final int permits;

        Created(Object object, int permits) {
            super(object);
            this.permits = permits;
        }

        /** Permits that a semaphore was made with: later some may be taken; -1 for anything else. */
        int permits() {
            return permits;
        }
    }
}
