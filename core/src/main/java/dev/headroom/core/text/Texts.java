package dev.headroom.core.text;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** Changes all texts in a record, however deep they stand: a component that is added later is changed as well. */
public final class Texts {

    private record Shape(Constructor<?> constructor, List<RecordComponent> components) {}

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                for (RecordComponent component : components) {
                    component.getAccessor().setAccessible(true);
                }
                return new Shape(constructor, List.of(components));
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(type + " has no canonical constructor", e);
            }
        }
    };

    private Texts() {}

    /**
     * The same record where no text is changed.
     *
     * @param change of a name and a text: the name of the component or of the map's key that it stands behind; in a list of arguments that of the option before it, see {@link Secrets#nameOf}
     */
    @SuppressWarnings("unchecked") // a record becomes one of its own type
    public static <T> T change(T record, BinaryOperator<String> change) {
        return (T) changed("", record, change);
    }

    private static Object changed(String name, Object value, BinaryOperator<String> change) {
        return switch (value) {
            case String text -> {
                String now = change.apply(name, text);
                yield now.equals(text) ? text : now;
            }
            case Record record -> ofRecord(record, change);
            case List<?> list -> ofList(name, list, change);
            case Set<?> set -> {
                Set<Object> now = new LinkedHashSet<>();
                set.forEach(one -> now.add(changed(name, one, change)));
                yield now.equals(set) ? set : now;
            }
            case Map<?, ?> map -> {
                Map<Object, Object> now = new LinkedHashMap<>();
                map.forEach((key, one) -> now.put(
                        changed("", key, change), changed(key instanceof String text ? text : "", one, change)));
                yield now.equals(map) ? map : Collections.unmodifiableMap(now);
            }
            case Optional<?> optional -> optional.isEmpty() ? optional : ofOptional(name, optional, change);
            case Path path -> {
                String now = change.apply(name, path.toString());
                yield now.equals(path.toString()) ? path : Path.of(now);
            }
            default -> value;
        };
    }

    private static Object ofOptional(String name, Optional<?> optional, BinaryOperator<String> change) {
        Object now = changed(name, optional.orElseThrow(), change);
        return now == optional.get() ? optional : Optional.of(now);
    }

    private static Object ofList(String name, List<?> list, BinaryOperator<String> change) {
        List<Object> now = new ArrayList<>(list.size());
        boolean same = true;
        for (int i = 0; i < list.size(); i++) {
            String option = Secrets.nameOf(list, i);
            Object one = changed(option.isEmpty() ? name : option, list.get(i), change);
            same &= one == list.get(i);
            now.add(one);
        }
        return same ? list : Collections.unmodifiableList(now);
    }

    private static Object ofRecord(Record record, BinaryOperator<String> change) {
        Shape shape = SHAPES.get(record.getClass());
        @Nullable Object[] now = new @Nullable Object[shape.components().size()];
        boolean same = true;
        try {
            for (int i = 0; i < now.length; i++) {
                RecordComponent component = shape.components().get(i);
                Object was = component.getAccessor().invoke(record);
                now[i] = was == null ? null : changed(component.getName(), was, change);
                same &= component.getType().isPrimitive() || now[i] == was;
            }
            return same ? record : shape.constructor().newInstance(now);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(record.getClass() + " does not take what it has given", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(record.getClass() + " cannot be read", e);
        }
    }
}
