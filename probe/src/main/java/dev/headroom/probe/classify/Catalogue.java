package dev.headroom.probe.classify;

import dev.headroom.core.model.diagnosis.LimitKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The limits that libraries bring: the agent's files of libraries, as far as they say how they look from outside. */
public final class Catalogue {

    private final Map<String, Entry> entries;
    private final List<String> libraries;

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

    private Catalogue(Map<String, Entry> entries, List<String> libraries) {
        this.entries = entries;
        this.libraries = libraries;
    }

    static Catalogue parse(String text) {
        Map<String, Entry> entries = new HashMap<>();
        List<String> libraries = new ArrayList<>();
        for (String block : text.split("\n(?=\\[)", -1)) {
            Map<String, String> keys = new HashMap<>();
            block.lines()
                    .filter(line -> !line.startsWith("[") && !line.startsWith("#") && !line.isBlank())
                    .forEach(line -> keys.put(
                            line.substring(0, line.indexOf(':')),
                            line.substring(line.indexOf(':') + 1).strip()));
            if (block.startsWith("[")) {
                String id = block.substring(1, block.indexOf(']'));
                libraries.addAll(words(keys.getOrDefault("packages", "")));
                if (keys.containsKey("kind")) {
                    entries.put(id, entry(id, keys));
                }
            }
        }
        return new Catalogue(entries, libraries);
    }

    private static Entry entry(String id, Map<String, String> keys) {
        return new Entry(
                id,
                kind(keys.getOrDefault("kind", "")),
                keys.getOrDefault("title", id),
                !keys.getOrDefault("kind", "").equals("none"),
                keys.containsKey("quiet"),
                words(keys.getOrDefault("frames", "")),
                words(keys.getOrDefault("blocks", "")),
                words(keys.getOrDefault("connections-if", "")).stream().skip(1).toList(),
                keys.getOrDefault("setting", ""),
                keys.getOrDefault("remedy", ""));
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.split("\\s+", -1));
    }

    /** The kind of that id; {@link LimitKind#UNKNOWN} for any other word. */
    public static LimitKind kind(String id) {
        return Arrays.stream(LimitKind.values())
                .filter(kind -> kind.id().equals(id))
                .findFirst()
                .orElse(LimitKind.UNKNOWN);
    }

    public Optional<Entry> entry(String id) {
        return Optional.ofNullable(entries.get(id));
    }

    /** What an object of that class is part of, where threads block on it: {@code Semaphore$NonfairSync} is one of {@code Semaphore$Sync}. */
    public Optional<Entry> blocking(String type) {
        return entries.values().stream()
                .filter(entry ->
                        entry.blocks().stream().anyMatch(base -> outer(type).equals(outer(base))))
                .findFirst();
    }

    private static String outer(String type) {
        int inner = type.indexOf('$');
        return inner < 0 ? type : type.substring(0, inner);
    }

    /** Those whose waits are known by frames. */
    List<Entry> framed() {
        return entries.values().stream()
                .filter(entry -> !entry.frames().isEmpty())
                .toList();
    }

    /** Beginnings of the names of packages that are nobody's own. */
    List<String> libraries() {
        return libraries;
    }

    /** The catalogue that the agent has, too. */
    public static Catalogue packed() {
        return Packed.CATALOGUE;
    }

    private static final class Packed {
        static final Catalogue CATALOGUE = parse(text());

        private static String text() {
            return read("libraries.txt")
                    .lines()
                    .filter(library -> !library.isBlank() && !library.startsWith("#"))
                    .map(library -> read("libraries/" + library + ".limits"))
                    .collect(Collectors.joining("\n"));
        }

        private static String read(String name) {
            try (InputStream file = Catalogue.class.getResourceAsStream("/dev/headroom/probe/" + name)) {
                return new String(file.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
