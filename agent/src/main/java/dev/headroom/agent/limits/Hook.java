package dev.headroom.agent.limits;

import dev.headroom.agent.jvm.Bridge;
import dev.headroom.agent.moves.Movable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;

/**
 * Where the classes of the catalogue report each object, by way of the {@link Bridge}: the last thing that their constructors do.
 * Keeps them weakly, so that what the application drops is collected.
 */
final class Hook {

    /** Objects not yet looked at. Who makes more during a start, or between two looks, makes them for single requests: these bound nothing. */
    private static final int MOST = 50_000;

    private static final MethodHandle AVAILABLE_PERMITS = availablePermits();

    /** Of all agents in this JVM: two may watch it. */
    private static final List<Hook> OPEN = new CopyOnWriteArrayList<>();

    /**
     * Objects that have reported themselves lately, by their hash code: a filter, so that one that is used all the time costs no more than a look. Two may have the
     * same place: each has two slots, since one would be taken in turn by two that are busy.
     */
    private final int[] lately = new int[1 << 12];

    private volatile boolean late;

    private final Queue<Created> created = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param late whether the application has made objects before; those that are used report themselves at first */
    Hook(boolean late) {
        this.late = late;
    }

    /** Called from constructors and methods of the application: must neither throw nor wait. */
    private void accept(Object object, boolean used) throws Throwable {
        int hash = System.identityHashCode(object);
        int place = hash & lately.length - 2;
        if (lately[place] != hash && lately[place + 1] != hash && waiting.get() < MOST) {
            lately[place + 1] = lately[place];
            lately[place] = hash;
            waiting.incrementAndGet();
            created.add(new Created(object, used ? Permits.OLD : permits(object)));
        }
    }

    /**
     * Of one that was just made. Its state is read, and no method of it called: what a subclass has made of it may need fields that its constructor has not set yet, and a method reports the object as
     * one that is used, to another agent first of all.
     */
    private int permits(Object object) throws Throwable {
        return object instanceof Semaphore semaphore ? (int) AVAILABLE_PERMITS.invokeExact(semaphore) : Movable.UNKNOWN;
    }

    private static MethodHandle availablePermits() {
        try {
            Class<?> sync = Class.forName(Semaphore.class.getName() + "$Sync", false, null);
            MethodHandle its = MethodHandles.privateLookupIn(Semaphore.class, MethodHandles.lookup())
                    .findGetter(Semaphore.class, "sync", sync);
            MethodHandle state = MethodHandles.privateLookupIn(AbstractQueuedSynchronizer.class, MethodHandles.lookup())
                    .findVirtual(AbstractQueuedSynchronizer.class, "getState", MethodType.methodType(int.class));
            return MethodHandles.filterReturnValue(its, state.asType(MethodType.methodType(int.class, sync)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("java.util.concurrent was opened before", e);
        }
    }

    /** From now on objects may be older than we know. */
    void adopt() {
        late = true;
    }

    boolean isLate() {
        return late;
    }

    /** What a limit was made with that has not reported itself: not known. */
    int unreported() {
        return late ? Permits.OLD : Movable.UNKNOWN;
    }

    /** Where the {@link Bridge} leads to from constructors. The application is at work here: whatever goes wrong, such as no memory being left, is not its matter. */
    static void made(Object object) {
        tell(object, false);
    }

    /** The same from methods: what is used may be older than we know, and what is free of it is what others have left. */
    static void used(Object object) {
        tell(object, true);
    }

    private static void tell(Object object, boolean used) {
        try {
            for (Hook hook : OPEN) {
                hook.accept(object, used);
            }
        } catch (Throwable e) {
            return; // that object is not met
        }
    }

    void open() {
        OPEN.add(this);
    }

    void close() {
        OPEN.remove(this);
        created.clear();
    }

    /** The next object that was made and not yet asked for; null where there is none. */
    @Nullable
    Created next() {
        Created made = created.poll();
        if (made != null) {
            waiting.decrementAndGet();
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

        /** Permits that a semaphore was made with: later some may be taken; {@link Permits#OLD} where it may be older, {@link Movable#UNKNOWN} for anything else. */
        int permits() {
            return permits;
        }
    }
}
