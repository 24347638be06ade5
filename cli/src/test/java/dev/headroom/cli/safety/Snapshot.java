package dev.headroom.cli.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The state of a JVM at a moment.
 *
 * @param facts what there is, such as {@code setting pool.core}, {@code thread Attach Listener}, {@code file /tmp/.java_pid*}, and how much or what of it
 */
record Snapshot(SortedMap<String, String> facts) {

    /** Says that there is no such thing. */
    static final String NONE = "none";

    /** Of a class, which is loaded when the JVM likes: only what both have can have changed. */
    static final String BYTECODE = "bytecode ";

    /** @param fact that has come, gone or changed */
    record Difference(String fact, String before, String after) {

        @Override
        public String toString() {
            return fact + ": " + before + " -> " + after;
        }
    }

    List<Difference> since(Snapshot before) {
        TreeSet<String> names = new TreeSet<>(facts.keySet());
        names.addAll(before.facts.keySet());
        List<Difference> found = new ArrayList<>();
        for (String name : names) {
            String was = before.facts.getOrDefault(name, NONE);
            String is = facts.getOrDefault(name, NONE);
            boolean loaded = name.startsWith(BYTECODE) && (was.equals(NONE) || is.equals(NONE));
            if (!was.equals(is) && !loaded) {
                found.add(new Difference(name, was, is));
            }
        }
        return found;
    }

    /** Those of one kind alone. */
    Snapshot of(String kind) {
        return new Snapshot(facts.entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(kind + " "))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, TreeMap::new)));
    }
}
