package dev.headroom.agent.jvm;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads fields that the JDK keeps to itself. The packages are opened to the agent's module alone, so the application
 * sees no difference.
 */
public final class Internals {

    private Internals() {}

    private static volatile @Nullable Instrumentation opened;

    /** Classes that are loaded now, of those names; none where the JVM does not tell. */
    public static List<Class<?>> loaded(Predicate<String> names) {
        Instrumentation jvm = opened;
        return jvm == null
                ? List.of()
                : Arrays.stream(jvm.getAllLoadedClasses())
                        .filter(type -> names.test(type.getName()))
                        .<Class<?>>map(type -> type)
                        .toList();
    }

    public static void open(Instrumentation instrumentation) {
        opened = instrumentation;
        Set<Module> us = Set.of(Internals.class.getModule());
        Map<String, Set<Module>> packages = new HashMap<>();
        for (String name : List.of(
                "java.lang",
                "java.util",
                "java.util.concurrent",
                "java.util.concurrent.locks",
                "jdk.internal.loader",
                "jdk.internal.vm")) {
            if (Object.class.getModule().getPackages().contains(name)) { // the last came with virtual threads
                packages.put(name, us);
            }
        }
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(), packages, Set.of(), Map.of());
    }

    /** The field of that name in {@code type} or above it, readable; empty where there is none or it may not be read. */
    public static Optional<Field> field(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            try {
                Field field = at.getDeclaredField(name);
                field.setAccessible(true);
                return Optional.of(field);
            } catch (NoSuchFieldException e) {
                continue; // above
            } catch (RuntimeException | LinkageError e) {
                return Optional.empty(); // a module that is not open to us, or a class of an optional library
            }
        }
        return Optional.empty();
    }

    /**
     * Those of its objects that may be read, its own and those of what it extends.
     *
     * @param goesOn whether a class above has any that matter
     */
    public static List<Field> fields(Class<?> type, Predicate<Class<?>> goesOn, Predicate<Field> wanted) {
        List<Field> found = new ArrayList<>();
        for (Class<?> at = type; at != null && goesOn.test(at); at = at.getSuperclass()) {
            for (Field field : Stranger.ask(at::getDeclaredFields, new Field[0])) {
                if (!Modifier.isStatic(field.getModifiers()) && wanted.test(field)) {
                    field(at, field.getName()).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    /** What the field of that name holds; empty where it holds nothing, there is none, or it may not be read. */
    public static Optional<Object> value(Object of, String name) {
        return field(of.getClass(), name).map(field -> get(field, of));
    }

    public static @Nullable Object get(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " was made readable before", e);
        }
    }
}
