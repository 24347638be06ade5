package dev.headroom.agent.jvm;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** Methods and fields of a class by name, whoever may see them. */
public final class Members {

    private Members() {}

    /** Those of that name and number of parameters that may be used: public ones of the nearest class first, then the others, then fields. */
    public static List<AccessibleObject> find(Class<?> type, String name, int parameters) {
        List<AccessibleObject> found = new ArrayList<>(methods(type, name, parameters));
        for (Class<?> at = type; at != null && parameters == 0; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals(name) && !Modifier.isStatic(field.getModifiers()) && opens(field)) {
                    found.add(field);
                }
            }
        }
        return found;
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
