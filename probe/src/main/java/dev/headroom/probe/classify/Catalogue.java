package dev.headroom.probe.classify;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.libraries.Libraries.Section;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.text.Ids;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The limits that libraries bring, as far as their files say how they look from outside. */
public final class Catalogue {

    private static final Map<String, Entry> ENTRIES = Libraries.packed()
            .with("kind")
            .map(Catalogue::entry)
            .collect(Collectors.toMap(Entry::id, Function.identity()));

    private Catalogue() {}

    /**
     * @param title what it is called where it has no name of its own
     * @param limits whether it can bind: whoever waits for one that cannot waits for an answer
     * @param quiet a limit only if threads that serve wait for it
     * @param frames of a wait for it
     * @param blocks classes of the objects on which those wait that wait for it
     * @param connectionsIf beginnings of the names of those who keep connections in it
     * @param setting what the reader changes; empty where there is nothing
     * @param remedy in a sentence
     */
    public record Entry(
            String id,
            LimitKind kind,
            String title,
            boolean limits,
            boolean quiet,
            List<String> frames,
            List<String> blocks,
            List<String> connectionsIf,
            String setting,
            String remedy) {

        /** The kind of limit it is for a thread that waits so: a library between it and the application may keep its connections in it. */
        public LimitKind kind(Stack waiting) {
            boolean connections = waiting.librariesAbove(waiting.reading().depth())
                    .anyMatch(frame -> connectionsIf.stream().anyMatch(frame::startsWith));
            return connections ? LimitKind.CONNECTION_POOL : kind;
        }

        /** Whether its frames are code of a library, and not of the JDK's own locks. */
        public boolean isPlace() {
            return frames.stream()
                    .anyMatch(frame -> !frame.startsWith("java.util.concurrent.locks.")
                            && !frame.startsWith("java.util.concurrent.Semaphore."));
        }
    }

    private static Entry entry(Section section) {
        return new Entry(
                section.id(),
                kind(section.text("kind")),
                section.has("title") ? section.text("title") : section.id(),
                !section.text("kind").equals("none"),
                section.has("quiet"),
                section.words("frames"),
                section.words("blocks"),
                section.words("connections-if").stream().skip(1).toList(),
                section.text("setting"),
                remedy(section));
    }

    /** The capacity of what has a raw setting is the sum of parts that have this setting each. */
    private static String remedy(Section section) {
        String remedy = section.text("remedy");
        return section.has("raw") ? remedy + "; the number is that of all of them" : remedy;
    }

    /** The kind of that id; {@link LimitKind#UNKNOWN} for any other word. */
    public static LimitKind kind(String id) {
        return Ids.find(LimitKind.class, id).orElse(LimitKind.UNKNOWN);
    }

    public static Optional<Entry> entry(String id) {
        return Optional.ofNullable(ENTRIES.get(id));
    }

    /** What an object of that class is part of, where threads block on it: {@code Semaphore$NonfairSync} is one of {@code Semaphore$Sync}. */
    public static Optional<Entry> blocking(String type) {
        return ENTRIES.values().stream()
                .filter(entry -> entry.blocks().stream()
                        .anyMatch(base -> Callees.outermost(type).equals(Callees.outermost(base))))
                .findFirst();
    }

    /** Those whose waits are known by frames. */
    static List<Entry> framed() {
        return ENTRIES.values().stream()
                .filter(entry -> !entry.frames().isEmpty())
                .toList();
    }
}
