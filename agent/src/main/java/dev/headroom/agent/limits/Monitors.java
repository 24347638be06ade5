package dev.headroom.agent.limits;

import dev.headroom.agent.moves.Occupiable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.LockInfo;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The objects whose monitors threads wait to enter. A thread that does so tells no more than the class and the hash code of the object; the object itself is in the
 * JDK's own snapshot of a thread, which came with Java 25. Asked from any thread.
 */
final class Monitors {

    private static final Optional<MethodHandle> SNAPSHOT = handle("of");
    private static final Optional<MethodHandle> BLOCKED_ON = handle("blockedOn");

    private final Map<Integer, WeakReference<Object>> objects = new ConcurrentHashMap<>();

    /** Whether this JVM tells them. */
    static boolean areSeen() {
        return SNAPSHOT.isPresent() && BLOCKED_ON.isPresent();
    }

    /**
     * Remembers the object of that monitor, if it is still waited for.
     *
     * @param waiter seen to wait for it just now
     */
    void meet(int monitor, LockInfo lock, Thread waiter) {
        if (!objects.containsKey(monitor) && areSeen()) {
            Object object = blockedOn(waiter);
            if (object != null
                    && System.identityHashCode(object) == lock.getIdentityHashCode()
                    && object.getClass().getName().equals(lock.getClassName())) {
                objects.put(monitor, new WeakReference<>(object));
            }
        }
    }

    Optional<Occupiable> get(int monitor) {
        WeakReference<Object> object = objects.get(monitor);
        return Optional.ofNullable(object == null ? null : object.get()).map(Occupiable::monitor);
    }

    private static @Nullable Object blockedOn(Thread waiter) {
        try {
            Object snapshot = SNAPSHOT.get().invoke(waiter);
            return snapshot == null ? null : BLOCKED_ON.get().invoke(snapshot);
        } catch (Throwable e) { // it has ended meanwhile
            return null;
        }
    }

    private static Optional<MethodHandle> handle(String method) {
        try {
            Class<?> type = Class.forName("jdk.internal.vm.ThreadSnapshot");
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            return Optional.of(
                    method.equals("of")
                            ? lookup.findStatic(type, method, MethodType.methodType(type, Thread.class))
                            : lookup.findVirtual(type, method, MethodType.methodType(Object.class)));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
