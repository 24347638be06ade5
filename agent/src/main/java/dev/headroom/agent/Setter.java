package dev.headroom.agent;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that sets a limit, as the catalogue writes it: {@code config.setMaximumPoolSize(n)}, where n is the new value; {@code *} is the key of a part;
 * {@code +} and {@code -} are by how much it grows or shrinks, and such a call is made only where it does. {@code a | b}: the first that there is.
 */
final class Setter {

    private final String text;

    Setter(String text) {
        this.text = text;
    }

    /** Whether it changes by a difference, so that what was there at first is told nowhere. */
    boolean isRelative() {
        return text.contains("(+)");
    }

    String name() {
        String first = text.split("\\|", -1)[0].strip();
        return first.substring(first.lastIndexOf('.', Math.max(0, first.indexOf('('))) + 1)
                .replaceFirst("\\(.*", "");
    }

    void set(Object of, @Nullable Object key, double from, double to) throws ReflectiveOperationException {
        for (String one : text.split("\\|", -1)) {
            if (set(one.strip(), of, key, from, to)) {
                return;
            }
        }
        throw new NoSuchMethodException(of.getClass().getName() + " has no " + text);
    }

    private static boolean set(String call, Object of, @Nullable Object key, double from, double to)
            throws ReflectiveOperationException {
        int open = call.indexOf('(');
        int dot = call.lastIndexOf('.', open);
        String name = call.substring(dot + 1, open);
        String inner = call.substring(open + 1, call.length() - 1);
        String[] given = inner.isEmpty() ? new String[0] : inner.split(",", -1);
        if ((inner.equals("+") && to <= from) || (inner.equals("-") && to >= from)) {
            return false;
        }
        Object target = dot < 0 ? of : Chain.of(call.substring(0, dot)).value(of, key);
        if (target == null) {
            return false;
        }
        for (Method method : Members.methods(target.getClass(), name, given.length)) {
            List<Object> arguments = arguments(method, given, key, from, to);
            if (arguments.size() == given.length) {
                method.invoke(target, arguments.toArray());
                return true;
            }
        }
        return false;
    }

    private static List<Object> arguments(Method method, String[] given, @Nullable Object key, double from, double to) {
        List<Object> arguments = new ArrayList<>();
        for (int i = 0; i < given.length; i++) {
            Class<?> type = method.getParameterTypes()[i];
            String what = given[i].strip();
            double value = what.equals("n") ? to : Math.abs(to - from);
            if (what.equals("*")) {
                if (type.isInstance(key)) {
                    arguments.add(key);
                }
            } else if (type == int.class || type == Integer.class) {
                arguments.add((int) Math.round(value));
            } else if (type == long.class || type == Long.class) {
                arguments.add(Math.round(value));
            } else if (type == double.class || type == Double.class) {
                arguments.add(value);
            }
        }
        return arguments;
    }
}
