package dev.headroom.agent.jvm;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Methods and fields of a class by name, whoever may see them. */
public final class Members {

    private Members() {}

    /** The first of that name and number of parameters that may be used: a method of the nearest class, or a field. */
    public static Optional<? extends AccessibleObject> find(Class<?> type, String name, int parameters) {
        Optional<Method> method = methods(type, name, parameters).stream().findFirst();
        return method.isPresent() || parameters > 0
                ? method
                : Internals.field(type, name).filter(field -> !Modifier.isStatic(field.getModifiers()));
    }

    /** A class that nobody may see answers by an interface of its that they may. */
    public static List<Method> methods(Class<?> type, String name, int parameters) {
        return Stranger.ask(() -> found(type, name, parameters), List.of());
    }

    private static List<Method> found(Class<?> type, String name, int parameters) {
        List<Method> found = new ArrayList<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (fits(method, name, parameters) && opens(method)) {
                    found.add(method);
                }
            }
        }
        for (Method method : type.getMethods()) {
            if (fits(method, name, parameters) && opens(method)) {
                found.add(method);
            }
        }
        return found;
    }

    private static boolean fits(Method method, String name, int parameters) {
        return method.getName().equals(name)
                && method.getParameterCount() == parameters
                && !method.isBridge()
                && !Modifier.isStatic(method.getModifiers());
    }

    private static boolean opens(AccessibleObject member) {
        try {
            member.setAccessible(true);
            return true;
        } catch (RuntimeException e) {
            return false; // a module that is not open to us
        }
    }
}
