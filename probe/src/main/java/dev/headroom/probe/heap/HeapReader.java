package dev.headroom.probe.heap;

import static dev.headroom.probe.heap.Sequences.all;

import dev.headroom.core.conservation.BoundedObjects.Near;
import dev.headroom.core.conservation.RequestsInHeap;
import dev.headroom.core.text.ClassNames;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.classify.AgentClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import shark.CloseableHeapGraph;
import shark.HeapField;
import shark.HeapObject;
import shark.HeapObject.HeapClass;
import shark.HeapObject.HeapInstance;
import shark.HeapObject.HeapObjectArray;
import shark.HeapValue;
import shark.HprofHeapGraph;
import shark.HprofRecordTag;

/** Reads a heap dump: how many objects of each class there are, and to which objects with numbers those of a class lead. */
public final class HeapReader implements AutoCloseable {

    /** Some 100 MB of small ones; for more, what is read of them would not fit beside a load. */
    private static final int MOST_OBJECTS = 3_000_000;

    /** References from those that wait; what is farther has to do with everything. */
    private static final int FARTHEST = 6;

    /** Of those that wait, who are looked at: where there are more, every second, or third. */
    private static final int MOST_WAITERS = 100;

    /** References from what refers to an object; what is farther has to do with everything. */
    private static final int FARTHEST_REFERRING = 3;

    /** Objects of nobody's by which one is referred to. */
    private static final int MOST_REFERRING = 1_000;

    /** Of one class: among many some numbers agree. */
    private static final int FEW = 3;

    /** Objects of one class that are looked at. */
    private static final int MOST_ALIKE = 50;

    /** What is read beside objects: threads, and what their stacks refer to. */
    private static final Set<HprofRecordTag> ROOTS =
            Set.of(HprofRecordTag.ROOT_THREAD_OBJECT, HprofRecordTag.ROOT_JAVA_FRAME);

    /** Of the objects of a class (0 to 1), those that are of a client that has no other. */
    private static final double ONE_EACH = 0.9;

    /** Before the name of one, that holds its static fields. */
    private static final String CLASS = "class ";

    private final CloseableHeapGraph graph;
    private final long[] ids;
    private final int[] types;
    private final List<String> names = new ArrayList<>();
    private final Map<String, Long> counts = new HashMap<>();
    private Optional<References> references = Optional.empty();

    private HeapReader(CloseableHeapGraph graph) {
        this.graph = graph;
        ids = new long[graph.getObjectCount()];
        types = new int[ids.length];
        int at = 0;
        for (HeapObject object : all(graph.getObjects())) {
            ids[at++] = object.getObjectId();
        }
        Arrays.sort(ids);
        Map<String, Integer> numbers = new HashMap<>();
        for (HeapObject object : all(graph.getObjects())) {
            String name = name(object);
            types[number(object.getObjectId()).orElseThrow()] = numbers.computeIfAbsent(name, added -> {
                names.add(added);
                return names.size() - 1;
            });
            if (object instanceof HeapInstance) {
                counts.merge(name, 1L, Long::sum);
            }
        }
    }

    /**
     * What is read of a dump.
     *
     * @throws ProbeException where it is none, breaks off, or is too large
     */
    public static <T> T read(Path dump, Function<HeapReader, T> reading) throws ProbeException {
        try (HeapReader heap = new HeapReader(open(dump))) {
            return reading.apply(heap);
        } catch (ProbeException e) {
            throw e;
        } catch (Exception e) { // of Kotlin's, which declares none
            throw new ProbeException("the heap dump cannot be read: " + e, e);
        }
    }

    private static CloseableHeapGraph open(Path dump) throws ProbeException, IOException {
        CloseableHeapGraph graph = HprofHeapGraph.Companion.openHeapGraph(dump.toFile(), null, ROOTS);
        if (graph.getObjectCount() > MOST_OBJECTS) {
            graph.close();
            throw new ProbeException("the heap has " + graph.getObjectCount() + " objects, more than " + MOST_OBJECTS);
        }
        return graph;
    }

    /**
     * Objects of each class that lead to a client's connection each, {@code least} of them or more, and to which other objects, of few of their class, all of these lead; and whether as many are
     * links of a chain of futures. A connection has its client's address, whatever the server is.
     *
     * @param connected clients, by the ports of their connections
     * @param inFlight those with a request in flight
     */
    public RequestsInHeap requests(Set<Integer> connected, Set<Integer> inFlight, int least) {
        Owning owning = new Owning(graph, this::number);
        IntStream shared = references().shared(least, types).filter(object -> isOneOfFew(names.get(types[object])));
        int[] owners = references().owners(owning.clients(connected), owning.threads(), shared);
        Map<String, List<Integer>> owned = IntStream.range(0, owners.length)
                .filter(object -> owners[object] >= 0)
                .boxed()
                .collect(Collectors.groupingBy(object -> names.get(types[object])));
        Map<Near, Set<Integer>> near = new HashMap<>();
        Map<Near, Map<String, Set<Integer>>> past = new HashMap<>();
        owned.forEach((type, objects) -> {
            int[] all = objects.stream().mapToInt(object -> object).toArray();
            if (all.length >= least && hasOneEach(all, owners)) {
                reached(type, all, object -> owners[object], least, this::isOneOfFew)
                        .forEach((object, reached) -> {
                            near.put(
                                    object,
                                    reached.by().stream()
                                            .map(one -> owners[one])
                                            .collect(Collectors.toSet()));
                            past.put(object, referring(reached.object(), owners));
                        });
            }
        });
        return new RequestsInHeap(inFlight, near, past, new FutureChains(graph, this::number, owners).longest(least));
    }

    /** Whether nearly each is of a client of its own: a thread may hold the request that it had before. */
    private static boolean hasOneEach(int[] all, int[] owners) {
        return Arrays.stream(all).map(object -> owners[object]).distinct().count() >= ONE_EACH * all.length;
    }

    /**
     * Clients each of which has an object that refers to it, at once or by a few of nobody's, by the class of the client's object: who gives something back knows to whom. Not by the JDK's: what is in
     * a table has nothing to do with the rest of it.
     */
    private Map<String, Set<Integer>> referring(int object, int[] owners) {
        Map<String, Set<Integer>> found = new HashMap<>();
        Set<Integer> seen = new HashSet<>(Set.of(object));
        Set<Integer> next = Set.of(object);
        for (int step = 0; step < FARTHEST_REFERRING && seen.size() < MOST_REFERRING; step++) {
            Set<Integer> nobodys = new HashSet<>();
            for (int child : next) {
                for (int parent : references().to(child)) {
                    String type = names.get(types[parent]);
                    if (owners[parent] >= 0) {
                        found.computeIfAbsent(type, none -> new HashSet<>()).add(owners[parent]);
                    } else if (!saysNothing(type) && seen.add(parent)) {
                        nobodys.add(parent);
                    }
                }
            }
            next = nobodys;
        }
        return found;
    }

    /** To which objects {@code least} or more objects of that class lead, and their numbers. */
    public List<Near> near(String waiters, int least) {
        return List.copyOf(reached(waiters, of(waiters).toArray(), object -> object, least, type -> true)
                .keySet());
    }

    private boolean isOneOfFew(String type) {
        return counts.getOrDefault(type, 1L) <= FEW;
    }

    /** @param by those that lead to it */
    private record Reached(int object, List<Integer> by) {}

    /** @param owner of an object: of one that has several it counts once */
    private Map<Near, Reached> reached(
            String waiters, int[] all, IntUnaryOperator owner, int least, Predicate<String> wanted) {
        int every = 1 + all.length / MOST_WAITERS;
        int[] waiting = IntStream.range(0, all.length)
                .filter(one -> one % every == 0)
                .map(one -> all[one])
                .toArray();
        Map<Integer, List<Integer>> reached = new HashMap<>();
        Map<Integer, Integer> distances = new HashMap<>();
        for (int object : waiting) {
            references().distances(object, FARTHEST, types).forEach((parent, distance) -> {
                reached.computeIfAbsent(parent, none -> new ArrayList<>()).add(object);
                distances.merge(parent, distance, Integer::sum);
            });
        }
        Map<Near, Reached> found = new LinkedHashMap<>();
        reached.forEach((parent, those) -> {
            String type = names.get(types[parent]);
            long apart = those.stream()
                    .mapToInt(one -> owner.applyAsInt(one))
                    .distinct()
                    .count();
            int ofAll = (int) Math.rint((double) apart * all.length / waiting.length);
            if (!type.equals(waiters) && ofAll >= least && wanted.test(type) && !saysNothing(type)) {
                Near near = new Near(
                        type,
                        ObjectNumbers.of(graph.findObjectById(ids[parent])),
                        distances.getOrDefault(parent, 0) / (double) those.size(),
                        waiters,
                        ofAll);
                found.put(near, new Reached(parent, those));
            }
        });
        return found;
    }

    /** How many there are, by class; without arrays. */
    public Map<String, Long> objects() {
        return Map.copyOf(counts);
    }

    /** Of each object of that class. */
    public List<Map<String, Long>> numbers(String type) {
        return of(type).limit(MOST_ALIKE)
                .mapToObj(object -> ObjectNumbers.of(graph.findObjectById(ids[object])))
                .toList();
    }

    private IntStream of(String type) {
        int number = names.indexOf(type);
        return IntStream.range(0, types.length).filter(object -> types[object] == number);
    }

    private static boolean saysNothing(String type) {
        String name = type.startsWith(CLASS) ? type.substring(CLASS.length()) : type;
        return ClassNames.isOfTheJdk(name) || AgentClasses.has(name);
    }

    private References references() {
        References built = references.orElseGet(this::read);
        references = Optional.of(built);
        return built;
    }

    private References read() {
        References.Builder edges = new References.Builder();
        for (HeapObject object : all(graph.getObjects())) {
            int parent = number(object.getObjectId()).orElseThrow();
            if (object instanceof HeapInstance instance) {
                all(instance.readFields()).forEach(field -> refer(parent, field, edges));
            } else if (object instanceof HeapClass type) {
                all(type.readStaticFields()).forEach(field -> refer(parent, field, edges));
            } else if (object instanceof HeapObjectArray array) {
                all(array.readElements()).forEach(value -> refer(parent, value, edges));
            }
        }
        return edges.build(ids.length);
    }

    private void refer(int parent, HeapField field, References.Builder edges) {
        boolean weak = field.getName().equals("referent")
                && field.getDeclaringClass().getName().equals("java.lang.ref.Reference");
        if (!weak) {
            refer(parent, field.getValue(), edges);
        }
    }

    private void refer(int parent, HeapValue value, References.Builder edges) {
        Long child = value.getAsNonNullObjectId();
        if (child != null) {
            number(child).ifPresent(number -> edges.add(parent, number));
        }
    }

    private OptionalInt number(long id) {
        int at = Arrays.binarySearch(ids, id);
        return at >= 0 ? OptionalInt.of(at) : OptionalInt.empty();
    }

    private static String name(HeapObject object) {
        return switch (object) {
            case HeapInstance instance -> printed(instance.getInstanceClassName());
            case HeapObjectArray array -> array.getArrayClassName();
            case HeapClass type -> CLASS + printed(type.getName());
            default -> "[]";
        };
    }

    /** A hidden class as the histogram has it: {@code shop.Cart$$Lambda/0x01}. */
    private static String printed(String name) {
        return name.replace("+0x", "/0x");
    }

    @Override
    public void close() throws IOException {
        graph.close();
    }
}
