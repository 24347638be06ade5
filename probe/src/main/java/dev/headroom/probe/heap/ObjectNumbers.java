package dev.headroom.probe.heap;

import static dev.headroom.probe.heap.Sequences.all;

import dev.headroom.core.text.ClassNames;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedTransferQueue;
import org.jspecify.annotations.Nullable;
import shark.HeapField;
import shark.HeapObject;
import shark.HeapObject.HeapClass;
import shark.HeapObject.HeapInstance;
import shark.HeapValue;

/** The whole numbers that an object has in its fields, by the field's name; and how many are in the JDK's collections, counters and synchronizers to which it refers: {@code permits.sync.state}. */
final class ObjectNumbers {

    /** Fields of these that say how many there are. */
    private static final Set<String> COUNTS = Set.of("size", "count", "elementCount", "baseCount", "state", "value");

    /** That keep no count: whoever asks walks through them. */
    private static final Set<String> LINKED = Set.of(
            ConcurrentLinkedQueue.class.getName(),
            ConcurrentLinkedDeque.class.getName(),
            LinkedTransferQueue.class.getName());

    private static final int LONGEST = 10_000;

    private static final int DEEPEST = 3;

    private final Map<String, Long> numbers = new TreeMap<>();

    private ObjectNumbers() {}

    static Map<String, Long> of(HeapObject object) {
        ObjectNumbers found = new ObjectNumbers();
        if (object instanceof HeapInstance instance) {
            for (HeapField field : all(instance.readFields())) {
                if (!ClassNames.isOfTheJdk(field.getDeclaringClass().getName())) {
                    found.add(field);
                }
            }
        } else if (object instanceof HeapClass type) {
            all(type.readStaticFields()).forEach(found::add);
        }
        return found.numbers;
    }

    private void add(HeapField field) {
        number(field.getValue()).ifPresentOrElse(value -> numbers.put(field.getName(), value), () -> {
            HeapInstance inner = field.getValueAsInstance();
            if (inner != null) {
                addInside(inner, field.getName(), DEEPEST);
            }
        });
    }

    private void addInside(HeapInstance object, String path, int deeper) {
        String type = object.getInstanceClassName();
        if (deeper == 0 || !type.startsWith("java.util.")) {
            return;
        }
        if (type.equals(ArrayDeque.class.getName())) {
            numbers.put(path + ".size", elements(object));
        } else if (LINKED.contains(type)) {
            numbers.put(path + ".size", items(object, type));
        }
        for (HeapField field : all(object.readFields())) {
            Optional<Long> value = number(field.getValue());
            if (value.isPresent() && COUNTS.contains(field.getName())) {
                numbers.put(path + "." + field.getName(), value.get());
            }
            HeapInstance inner = value.isPresent() ? null : field.getValueAsInstance();
            if (inner != null
                    && (COUNTS.contains(field.getName()) || field.getName().equals("sync"))) {
                addInside(inner, path + "." + field.getName(), deeper - 1);
            }
        }
    }

    /** It keeps no count, and has nothing but its elements between null ones. */
    private static long elements(HeapInstance deque) {
        return Optional.ofNullable(deque.get(ArrayDeque.class.getName(), "elements"))
                .map(field -> field.getValue().getAsObject())
                .map(HeapObject::getAsObjectArray)
                .map(array -> Sequences.stream(array.readElements())
                        .filter(HeapValue::isNonNullReference)
                        .count())
                .orElse(0L);
    }

    private static long items(HeapInstance queue, String type) {
        long items = 0;
        HeapInstance node = at(queue, type, "head");
        for (int nodes = 0; node != null && nodes < LONGEST; nodes++) {
            String ofNode = node.getInstanceClassName();
            HeapField item = node.get(ofNode, "item");
            items += item != null && item.getValue().isNonNullReference() ? 1 : 0;
            HeapInstance next = at(node, ofNode, "next");
            node = next == null || next.getObjectId() == node.getObjectId()
                    ? null
                    : next; // one that left refers to itself
        }
        return items;
    }

    private static @Nullable HeapInstance at(HeapInstance object, String type, String field) {
        HeapField found = object.get(type, field);
        return found == null ? null : found.getValueAsInstance();
    }

    private static Optional<Long> number(HeapValue value) {
        if (value.getAsInt() != null) {
            return Optional.of(value.getAsInt().longValue());
        }
        if (value.getAsShort() != null) {
            return Optional.of(value.getAsShort().longValue());
        }
        return Optional.ofNullable(value.getAsLong());
    }
}
