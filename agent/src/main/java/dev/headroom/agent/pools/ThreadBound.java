package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Internals;
import dev.headroom.agent.jvm.Stranger;
import java.io.FileDescriptor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.Socket;
import java.nio.channels.Channel;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether threads keep what is open and theirs alone, in a {@link ThreadLocal} or in a field of the thread: a connection for each worker. Nobody closes it when its
 * thread ends, and a pool that is moved ends threads. What two threads reach is of a pool of its own, and stays.
 */
final class ThreadBound {

    private static final Optional<Field> LOCALS = Internals.field(Thread.class, "threadLocals");

    /** From the value of a {@link ThreadLocal} to what it wraps: a client, its connection, the socket of that. */
    private static final int WRAPPERS = 3;

    /** Of all that a thread keeps; a graph of objects may be endless. */
    private static final int MOST = 2_000;

    /** By how many of the threads it is reached. */
    private final Map<Object, Integer> open = new IdentityHashMap<>();

    private ThreadBound() {}

    /** The class of something that is open and one thread's alone; empty where there is none. */
    static Optional<String> of(Collection<Thread> threads) {
        ThreadBound bound = new ThreadBound();
        for (Thread thread : threads) {
            Map<Object, Boolean> seen = new IdentityHashMap<>();
            bound.fields(thread, 0, seen);
            bound.locals(thread, seen);
            seen.keySet().stream().filter(ThreadBound::isOpen).forEach(one -> bound.open.merge(one, 1, Integer::sum));
        }
        return bound.open.entrySet().stream()
                .filter(one -> one.getValue() == 1)
                .map(one -> one.getKey().getClass().getName())
                .min(String::compareTo);
    }

    private void locals(Thread thread, Map<Object, Boolean> seen) {
        Object map = value(LOCALS, thread);
        if (map != null && value(Internals.field(map.getClass(), "table"), map) instanceof Object[] table) {
            for (Object entry : table.clone()) {
                if (entry != null) {
                    reach(value(Internals.field(entry.getClass(), "value"), entry), 0, seen);
                }
            }
        }
    }

    private void reach(@Nullable Object at, int depth, Map<Object, Boolean> seen) {
        if (at == null || at instanceof Thread || seen.size() >= MOST || seen.put(at, true) != null) {
            return;
        }
        if (!isOpen(at) && depth < WRAPPERS) {
            fields(at, depth, seen);
        }
    }

    /** Of the application's classes only: what the JDK keeps for a thread needs nobody who closes it. */
    private void fields(Object of, int depth, Map<Object, Boolean> seen) {
        for (Class<?> at = of.getClass(); at != null && isTheirs(at); at = at.getSuperclass()) {
            for (Field field : Stranger.ask(at::getDeclaredFields, new Field[0])) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    reach(value(Internals.field(at, field.getName()), of), depth + 1, seen);
                }
            }
        }
    }

    private static @Nullable Object value(Optional<Field> field, Object of) {
        return field.map(one -> Internals.get(one, of)).orElse(null);
    }

    private static boolean isTheirs(Class<?> type) {
        return type.getClassLoader() != null
                && !type.isArray()
                && !type.getName().startsWith("java.");
    }

    /** A file, a channel, a socket, or what a driver of a database calls a connection. */
    private static boolean isOpen(Object object) {
        return object instanceof Socket socket
                ? !socket.isClosed()
                : object instanceof Channel channel
                        ? channel.isOpen()
                        : object instanceof FileDescriptor file ? file.valid() : isConnection(object.getClass());
    }

    private static boolean isConnection(@Nullable Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> one : at.getInterfaces()) {
                if (one.getName().equals("java.sql.Connection") || isConnection(one)) {
                    return true;
                }
            }
        }
        return false;
    }
}
