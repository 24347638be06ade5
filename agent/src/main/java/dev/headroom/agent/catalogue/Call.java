package dev.headroom.agent.catalogue;

import dev.headroom.agent.jvm.Members;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call as the catalogue writes it: {@code config.setMaximumPoolSize(n)}, a {@link Chain} to whose method it is, its name, and what it is given by name. {@code *}
 * is the key of a part; {@code o.close()} is a call of what is given by the name o.
 */
public final class Call {

    private static final String KEY = "*";

    private final String owner;
    private final String name;
    private final List<String> given;

    public Call(String text) {
        int open = text.indexOf('(');
        int dot = text.lastIndexOf('.', open);
        String inner = text.substring(open + 1, text.length() - 1);
        owner = text.substring(0, Math.max(0, dot));
        name = text.substring(dot + 1, open);
        given = inner.isEmpty() ? List.of() : List.of(inner.split(",", -1));
    }

    /** One that fits an object. */
    public record Ready(Method method, Object target, List<Object> arguments) {

        @Nullable
        public Object make() throws ReflectiveOperationException {
            return method.invoke(target, arguments.toArray());
        }
    }

    /**
     * Empty where the object has no such method.
     *
     * @param values by name; a {@link Double} fits every kind of number, and a time in ms
     */
    public Optional<Ready> on(Object of, @Nullable Object key, Map<String, ?> values) {
        Object target = owner.isEmpty()
                ? of
                : values.containsKey(owner)
                        ? values.get(owner)
                        : Chain.of(owner).value(of, key);
        if (target == null) {
            return Optional.empty();
        }
        for (Method method : Members.methods(target.getClass(), name, given.size())) {
            List<Object> arguments = arguments(method, key, values);
            if (arguments.size() == given.size()) {
                return Optional.of(new Ready(method, target, arguments));
            }
        }
        return Optional.empty();
    }

    private List<Object> arguments(Method method, @Nullable Object key, Map<String, ?> values) {
        List<Object> arguments = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            Object value = given.get(i).equals(KEY) ? key : values.get(given.get(i));
            Object argument = as(method.getParameterTypes()[i], value);
            if (argument != null) {
                arguments.add(argument);
            }
        }
        return arguments;
    }

    private static @Nullable Object as(Class<?> type, @Nullable Object value) {
        if (value instanceof Double number) {
            if (type == int.class || type == Integer.class) {
                return (int) Math.round(number);
            }
            if (type == long.class || type == Long.class) {
                return Math.round(number);
            }
            if (type == double.class) {
                return number;
            }
            if (type == Duration.class) {
                return Duration.ofMillis(Math.round(number));
            }
        }
        return type.isInstance(value) ? value : null;
    }
}
