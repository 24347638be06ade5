package dev.headroom.agent.catalogue;

import dev.headroom.agent.jvm.Members;
import dev.headroom.agent.jvm.Stranger;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A figure of an object, as the catalogue writes it: {@code config.getMaximumPoolSize}, steps each of which is a method without arguments or
 * a field; {@code a | b} is the first that there is, {@code a + b}, {@code a - b} and {@code a * b} are what they say, from left to right; a number is itself. {@code *.x} begins at the
 * key of a part, and {@code m(*)} hands it to a method. {@code any} makes 1 of what is not 0, {@code kinds(m)} counts the different values of m in a
 * collection, {@code count(m)} those of which m is true.
 */
public final class Chain {

    /** What a number may differ from the whole one that is told, relative: it is the size of a limit, which throughput agrees with to a tenth. */
    private static final double ROUNDED = 0.1;

    private static final long UNKNOWN = -1;
    private static final String KEY = "*";
    private static final String KINDS = "kinds(";
    private static final String COUNT = "count(";
    private static final Map<String, Chain> PARSED = new ConcurrentHashMap<>();

    /** By name and number of parameters; goes with the class. */
    private static final ClassValue<Map<String, Optional<? extends AccessibleObject>>> FOUND = new ClassValue<>() {
        @Override
        protected Map<String, Optional<? extends AccessibleObject>> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final String[] operators;
    private final String[][] operands;

    private Chain(String text) {
        String[] words = text.split(" ", -1);
        operators = new String[words.length / 2];
        operands = new String[words.length / 2 + 1][];
        for (int i = 0; i < operands.length; i++) {
            operands[i] = words[2 * i].split("\\.", -1);
        }
        for (int i = 0; i < operators.length; i++) {
            operators[i] = words[2 * i + 1];
        }
    }

    public static Chain of(String text) {
        return PARSED.computeIfAbsent(text, Chain::new);
    }

    /** As a whole number: of a time the nanoseconds, of a collection its size; -1 where it cannot be read. */
    public long number(Object of, @Nullable Object key) {
        long value = number(follow(operands[0], of, key));
        for (int i = 0; i < operators.length; i++) {
            boolean either = operators[i].equals("|");
            if (!either || value < 0) {
                long next = number(follow(operands[i + 1], of, key));
                value = either ? next : both(operators[i].charAt(0), value, next);
            }
        }
        return value;
    }

    private static long both(char operator, long one, long other) {
        if (one < 0 || other < 0) {
            return UNKNOWN;
        }
        return switch (operator) {
            case '+' -> one + other;
            case '-' -> Math.max(0, one - other);
            default -> one * other;
        };
    }

    /** What is there; null where it cannot be read. */
    @Nullable
    public Object value(Object of, @Nullable Object key) {
        for (String[] operand : operands) {
            Object value = follow(operand, of, key);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** Rounded, for a rate of 60 that is kept as an interval is 59.999; {@link #UNKNOWN} where that says something else, as of a rate of 1.4. */
    public static long whole(double number) {
        return Math.abs(Math.rint(number) - number) > ROUNDED * number ? UNKNOWN : Math.round(number);
    }

    private static long number(@Nullable Object value) {
        if (value instanceof Boolean yes) {
            return yes ? 1 : 0;
        }
        if (value instanceof Double || value instanceof Float) {
            return whole(((Number) value).doubleValue());
        }
        if (value instanceof Number number) {
            return number.longValue();
        }
        if (value instanceof Duration time) {
            return time.toNanos();
        }
        if (value instanceof Collection<?> all) {
            return Stranger.ask(all::size, (int) UNKNOWN);
        }
        return value instanceof Map<?, ?> all ? Stranger.ask(all::size, (int) UNKNOWN) : UNKNOWN;
    }

    private static @Nullable Object follow(String[] path, Object of, @Nullable Object key) {
        if (path.length == 1 && Character.isDigit(path[0].charAt(0))) {
            return Long.valueOf(path[0]);
        }
        Object at = of;
        for (String step : path) {
            if (at == null) {
                return null;
            }
            at = step.equals(KEY) ? key : step(step, at, key);
        }
        return at;
    }

    private static @Nullable Object step(String step, Object of, @Nullable Object key) {
        if (step.equals("any")) {
            return of instanceof Number number && number.longValue() != 0 ? 1 : 0;
        }
        try {
            if (step.startsWith(KINDS)) {
                String name = step.substring(KINDS.length(), step.length() - 1);
                List<Object> seen = new ArrayList<>();
                for (Object one : (Collection<?>) of) {
                    Object kind = read(one, name, List.of());
                    if (kind != null && !seen.contains(kind)) {
                        seen.add(kind);
                    }
                }
                return seen.size();
            }
            if (step.startsWith(COUNT)) {
                String name = step.substring(COUNT.length(), step.length() - 1);
                int count = 0;
                for (Object one : (Collection<?>) of) {
                    count += Boolean.TRUE.equals(read(one, name, List.of())) ? 1 : 0;
                }
                return count;
            }
            boolean withKey = step.endsWith("(*)");
            String name = withKey ? step.substring(0, step.length() - 3) : step;
            return withKey ? key == null ? null : read(of, name, List.of(key)) : read(of, name, List.of());
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // another version of the library, or an object in the middle of a change
        }
    }

    private static @Nullable Object read(Object of, String name, List<Object> arguments)
            throws ReflectiveOperationException {
        AccessibleObject member = member(of.getClass(), name, arguments.size());
        if (member instanceof Method method) {
            return method.invoke(of, arguments.toArray());
        }
        return member instanceof Field field ? field.get(of) : null;
    }

    private static @Nullable AccessibleObject member(Class<?> type, String name, int arguments) {
        return FOUND.get(type)
                .computeIfAbsent(name + "/" + arguments, none -> Members.find(type, name, arguments))
                .orElse(null);
    }
}
