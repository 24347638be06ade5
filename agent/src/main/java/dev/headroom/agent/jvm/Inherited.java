package dev.headroom.agent.jvm;

import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a new thread is to take from threads that there are: only what all of them have. One in the middle of a request has what that request has set, such as the tenant
 * for whom it works, and a thread that is made from it would serve others in that name.
 *
 * @param priority the normal one where theirs differ
 * @param loader the nearest from which all of theirs descend
 * @param locals of inheritable thread-locals those that have the same value in all
 * @param name in whose name they act; null where they differ, and from JDK 24 on
 */
record Inherited(
        ThreadGroup group,
        boolean daemon,
        int priority,
        @Nullable ClassLoader loader,
        Map<ThreadLocal<?>, Object> locals,
        @Nullable Object name) {

    private static final Optional<Field> LOCALS = Internals.field(Thread.class, "inheritableThreadLocals");

    /** Of a thread, by which it knows in whose name it acts; there is none from JDK 24 on. */
    private static final Optional<Field> NAME = Internals.field(Thread.class, "inheritedAccessControlContext");

    /** The thread that runs the program's {@code main}: no request is served on it. */
    private static final long MAIN = 1;

    /** What so many threads at rest have none of them has of a request that it served. */
    private static final int SHARED = 2;

    /**
     * @param idle whether none of them was at work until now
     * @param resting other threads, which serve no request now; asked for where what they have matters
     * @throws IllegalStateException where all have ended, what they have cannot be read, or the only one is at work and has what may be of its request
     */
    static Inherited of(List<Thread> threads, BooleanSupplier idle, Supplier<List<Thread>> resting) {
        Map<Thread, ThreadGroup> groups = groups(threads);
        if (groups.isEmpty()) {
            throw new IllegalStateException("its threads have ended meanwhile");
        }
        List<Thread> live = List.copyOf(groups.keySet());
        Inherited all = of(groups, loader(live), locals(live), name(live));
        if (live.size() == 1 && !idle.getAsBoolean() && !all.isOfNobody(resting)) {
            throw new IllegalStateException(
                    "its only thread is at work, and a new one would be born with what that has of its request");
        }
        return all;
    }

    /** Of {@code threads}, but for what a request may have set. It refuses nothing, and reads nothing that may be hidden. */
    static Inherited ofNobody(List<Thread> threads) {
        Map<Thread, ThreadGroup> groups = groups(threads);
        if (groups.isEmpty()) {
            groups = groups(List.of(Thread.currentThread()));
        }
        List<ClassLoader> common = ancestors(loader(List.copyOf(groups.keySet())));
        common.removeIf(loader -> !isOfNobody(loader, List::of));
        return of(groups, common.isEmpty() ? ClassLoader.getSystemClassLoader() : common.get(0), Map.of(), null);
    }

    private static Inherited of(
            Map<Thread, ThreadGroup> groups,
            @Nullable ClassLoader loader,
            Map<ThreadLocal<?>, Object> locals,
            @Nullable Object name) {
        List<Thread> live = List.copyOf(groups.keySet());
        int priority = common(live, Thread::getPriority).orElse(Thread.NORM_PRIORITY);
        ThreadGroup group = groups.values().iterator().next();
        return new Inherited(group, live.get(0).isDaemon(), priority, loader, locals, name);
    }

    /** Of those that have not ended; each may meanwhile. */
    private static Map<Thread, ThreadGroup> groups(List<Thread> threads) {
        Map<Thread, ThreadGroup> groups = new LinkedHashMap<>();
        for (Thread thread : threads) {
            ThreadGroup group = thread.getThreadGroup();
            if (group != null) {
                groups.put(thread, group);
            }
        }
        return groups;
    }

    /** Whether no request can have set any of it. */
    private boolean isOfNobody(Supplier<List<Thread>> resting) {
        return locals.isEmpty() && (loader == null || isOfNobody(loader, resting));
    }

    /** That of the JVM, or of the application: in a fat jar or a server it has one of its own. */
    private static boolean isOfNobody(ClassLoader loader, Supplier<List<Thread>> resting) {
        return ancestors(ClassLoader.getSystemClassLoader()).contains(loader)
                || Threads.all().stream().anyMatch(thread -> thread.getId() == MAIN && has(thread, loader))
                || resting.get().stream().filter(thread -> has(thread, loader)).count() >= SHARED;
    }

    private static boolean has(Thread thread, ClassLoader loader) {
        return ancestors(thread.getContextClassLoader()).contains(loader);
    }

    private static <T> Optional<T> common(List<Thread> threads, Function<Thread, T> what) {
        T first = what.apply(threads.get(0));
        return threads.stream().allMatch(thread -> first.equals(what.apply(thread)))
                ? Optional.of(first)
                : Optional.empty();
    }

    private static @Nullable ClassLoader loader(List<Thread> threads) {
        ClassLoader common = threads.get(0).getContextClassLoader();
        for (Thread thread : threads) {
            List<ClassLoader> its = ancestors(thread.getContextClassLoader());
            while (common != null && !its.contains(common)) {
                common = common.getParent();
            }
        }
        boolean none = threads.stream().allMatch(thread -> thread.getContextClassLoader() == null);
        return common == null && !none ? ClassLoader.getSystemClassLoader() : common;
    }

    private static List<ClassLoader> ancestors(@Nullable ClassLoader loader) {
        List<ClassLoader> all = new ArrayList<>();
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            all.add(at);
        }
        return all;
    }

    private static Map<ThreadLocal<?>, Object> locals(List<Thread> threads) {
        Map<ThreadLocal<?>, Object> common = locals(threads.get(0));
        for (Thread thread : threads) {
            Map<ThreadLocal<?>, Object> its = locals(thread);
            common.entrySet().removeIf(entry -> its.get(entry.getKey()) != entry.getValue());
        }
        return common;
    }

    /** Its owner may be at work on them: what it moves meanwhile may be missing. */
    private static Map<ThreadLocal<?>, Object> locals(Thread thread) {
        Field field = LOCALS.orElseThrow(() -> new IllegalStateException("what its threads inherit cannot be read"));
        Map<ThreadLocal<?>, Object> found = new IdentityHashMap<>();
        Object map = Internals.get(field, thread);
        if (map != null && Internals.value(map, "table").orElse(null) instanceof Object[] entries) {
            for (Object entry : entries) {
                ThreadLocal<?> key = entry instanceof WeakReference<?> weak ? (ThreadLocal<?>) weak.get() : null;
                Object value =
                        key == null ? null : Internals.value(entry, "value").orElse(null);
                if (key != null && value != null) {
                    found.put(key, value);
                }
            }
        }
        return found;
    }

    /** Each is made with a context of its own; the {@code Subject} in it may be the same. */
    private static @Nullable Object name(List<Thread> threads) {
        if (NAME.isEmpty()) {
            return null;
        }
        Object first = Internals.get(NAME.get(), threads.get(0));
        Object subject = subject(first);
        return threads.stream().allMatch(thread -> subject(Internals.get(NAME.get(), thread)) == subject)
                ? first
                : null;
    }

    private static @Nullable Object subject(@Nullable Object context) {
        Object combiner = context == null ? null : asked(context, "getDomainCombiner");
        return combiner != null && combiner.getClass().getName().equals("javax.security.auth.SubjectDomainCombiner")
                ? asked(combiner, "getSubject")
                : combiner;
    }

    private static @Nullable Object asked(Object of, String method) {
        try {
            return of.getClass().getMethod(method).invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("in whose name its threads act cannot be read", e);
        }
    }

    /** Gives them to a thread that has not begun. */
    void give(Thread to) throws ReflectiveOperationException {
        to.setDaemon(daemon);
        to.setPriority(priority);
        to.setContextClassLoader(loader);
        if (!locals.isEmpty()) {
            LOCALS.orElseThrow().set(to, map());
        }
        if (name != null) {
            NAME.orElseThrow().set(to, name);
        }
    }

    /** As they are: whoever is made on that thread inherits them in the JDK's way. */
    private Object map() throws ReflectiveOperationException {
        Class<?> type = LOCALS.orElseThrow().getType();
        Constructor<?> made = type.getDeclaredConstructor(ThreadLocal.class, Object.class);
        made.setAccessible(true);
        Method set = type.getDeclaredMethod("set", ThreadLocal.class, Object.class);
        set.setAccessible(true);
        Map.Entry<ThreadLocal<?>, Object> first = locals.entrySet().iterator().next();
        Object map = made.newInstance(first.getKey(), first.getValue());
        for (Map.Entry<ThreadLocal<?>, Object> entry : locals.entrySet()) {
            set.invoke(map, entry.getKey(), entry.getValue());
        }
        return map;
    }
}
