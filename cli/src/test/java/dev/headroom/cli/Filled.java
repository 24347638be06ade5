package dev.headroom.cli;

import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Records with a value in each component, however deep: what is added to the model later is filled as well.
 *
 * @param text what a component of that name holds
 * @param turn picks constants of enums and variants of sealed interfaces
 * @param within records that are being filled, the innermost first: one has no others of its kind
 */
record Filled(UnaryOperator<String> text, int turn, Deque<Class<?>> within) {

    Filled(UnaryOperator<String> text, int turn) {
        this(text, turn, new ArrayDeque<>());
    }

    <T> T of(Class<T> type) {
        return type.cast(value("", type));
    }

    private Object value(String name, Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            Class<?> raw = (Class<?>) generic.getRawType();
            if (raw == List.class) {
                return of[0] instanceof Class<?> element && within.contains(element)
                        ? List.of()
                        : List.of(value(name, of[0]));
            }
            if (raw == Set.class) {
                return Set.of(value(name, of[0]));
            }
            if (raw == Map.class) {
                return Map.of(value(name, of[0]), value(name, of[1]));
            }
            if (raw == Optional.class) {
                return Optional.of(value(name, of[0]));
            }
            throw new IllegalArgumentException(type + " is not known here");
        }
        return plain(name, (Class<?>) type);
    }

    private Object plain(String name, Class<?> type) {
        return switch (type.getName()) {
            case "java.lang.String" -> text.apply(name);
            case "int", "java.lang.Integer" -> 2;
            case "long", "java.lang.Long" -> 3L;
            case "double", "java.lang.Double" -> 0.5;
            case "boolean", "java.lang.Boolean" -> turn % 2 == 0;
            case "java.util.OptionalInt" -> OptionalInt.of(4);
            case "java.util.OptionalLong" -> OptionalLong.of(5);
            case "java.util.OptionalDouble" -> OptionalDouble.of(0.25);
            case "java.time.Duration" -> Duration.ofSeconds(6);
            case "java.time.Instant" -> Instant.EPOCH;
            case "java.nio.file.Path" -> Path.of(text.apply(name).replaceAll("[^\\x01-\\x7f]", "")); // in any locale
            default -> {
                if (type.isEnum()) {
                    yield type.getEnumConstants()[turn % type.getEnumConstants().length];
                }
                if (type.isSealed()) {
                    Class<?>[] variants = type.getPermittedSubclasses();
                    yield value(name, variants[turn % variants.length]);
                }
                if (type.isRecord()) {
                    yield record(type);
                }
                throw new IllegalArgumentException(type + " is not known here");
            }
        };
    }

    private Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        within.push(type);
        Object[] values = Arrays.stream(components)
                .map(component -> value(component.getName(), component.getGenericType()))
                .toArray();
        within.pop();
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be filled with " + Arrays.toString(values), e);
        }
    }
}
