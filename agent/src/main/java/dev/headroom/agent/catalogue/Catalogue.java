package dev.headroom.agent.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The limits that libraries bring, as data: a file for each library that {@code libraries.txt} names, which tells their grammar as well. The probe reads the same files.
 */
public final class Catalogue {

    private static final String LIBRARIES = "libraries.txt";
    private static final Catalogue PACKED = parse(text());

    private final List<Entry> entries;
    private final Map<String, List<Entry>> byClass = new HashMap<>();

    /** Two agents of one build share it. Weak, since a value of a class's own would keep the agent's classes as long as that class. */
    private final Map<Class<?>, List<Entry>> met = Collections.synchronizedMap(new WeakHashMap<>());

    /** One kind of limit. */
    public record Entry(String id, Map<String, String> keys) {

        public boolean has(String key) {
            return keys.containsKey(key);
        }

        public String get(String key) {
            return keys.getOrDefault(key, "");
        }

        public List<String> list(String key) {
            return has(key) ? List.of(get(key).split("\\s+", -1)) : List.of();
        }

        public Chain chain(String key) {
            return Chain.of(get(key));
        }
    }

    private Catalogue(List<Entry> entries) {
        this.entries = List.copyOf(entries);
        for (Entry entry : entries) {
            Set<String> classes = new HashSet<>(entry.list("class"));
            classes.addAll(entry.list("blocks"));
            classes.forEach(type ->
                    byClass.computeIfAbsent(type, none -> new ArrayList<>()).add(entry));
        }
    }

    /** That of the libraries which come with the agent. */
    public static Catalogue packed() {
        return PACKED;
    }

    /** Of all libraries, or of those alone that the system property {@code headroom.libraries} names. */
    public static String text() {
        String only = System.getProperty("headroom.libraries", "");
        StringBuilder all = new StringBuilder();
        for (String library : read(LIBRARIES).lines().toList()) {
            boolean named = only.isEmpty() || List.of(only.split(",")).contains(library);
            if (named && !library.isBlank() && !library.startsWith("#")) {
                all.append(read("libraries/" + library + ".limits")).append('\n');
            }
        }
        return all.toString();
    }

    private static String read(String name) {
        try (InputStream file = Catalogue.class.getResourceAsStream("/dev/headroom/agent/" + name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing in the agent's jar");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Catalogue parse(String text) {
        List<Entry> entries = new ArrayList<>();
        Map<String, String> keys = new HashMap<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("[")) {
                keys = new HashMap<>();
                entries.add(new Entry(line.substring(1, line.indexOf(']')), keys));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                int colon = line.indexOf(':');
                keys.put(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        }
        return new Catalogue(entries);
    }

    /** Entries of whatever is of that class or above it. */
    public List<Entry> of(Class<?> type) {
        return met.computeIfAbsent(type, this::find);
    }

    private List<Entry> find(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            List<Entry> found = byClass.getOrDefault(at.getName(), List.of());
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    /** Classes whose objects are to report themselves. */
    public Set<String> hooked() {
        return entries.stream().flatMap(entry -> entry.list("class").stream()).collect(Collectors.toSet());
    }

    /** Parts of files in which that key stands. */
    public Stream<Entry> with(String key) {
        return entries.stream().filter(entry -> entry.has(key));
    }

    /** The words behind that key, of all. */
    public List<String> words(String key) {
        return with(key).flatMap(entry -> entry.list(key).stream()).toList();
    }
}
