package dev.headroom.core.libraries;

import dev.headroom.core.model.observation.Station;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of libraries, {@code libraries/NAME.limits}, in the order of {@code libraries.txt}, which tells what stands in them. The agent has the same files:
 * it finds, reads and moves what has a limit; here is how that looks from outside.
 */
public record Libraries(List<Section> sections) {

    /** System property: only the files of these, by comma. What the laws, the stacks and the heap tell is seen without the others. */
    public static final String ONLY = "headroom.libraries";

    /** Those without which not even the JDK's own locks and threads are known. */
    public static final String JDK_ALONE = "jdk,jdk-waits,packages";

    private static final Libraries PACKED = new Libraries(packedSections());

    /**
     * One part of a file.
     *
     * @param library the file's name
     * @param id of the part
     * @param keys in their order; a key that stands there several times has as many lines
     */
    public record Section(String library, String id, Map<String, List<String>> keys) {

        public boolean has(String key) {
            return keys.containsKey(key);
        }

        /** What stands behind it; empty where it does not. */
        public String text(String key) {
            return keys.getOrDefault(key, List.of("")).getFirst();
        }

        public List<String> lines(String key) {
            return keys.getOrDefault(key, List.of());
        }

        public List<String> words(String key) {
            return lines(key).stream()
                    .flatMap(line -> Stream.of(line.split("\\s+", -1)))
                    .filter(word -> !word.isEmpty())
                    .toList();
        }
    }

    /** Those that come with Headroom. */
    public static Libraries packed() {
        return PACKED;
    }

    public static List<Section> parse(String library, String text) {
        List<Section> found = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("[")) {
                found.add(new Section(library, line.substring(1, line.indexOf(']')), new LinkedHashMap<>()));
            } else if (!line.isBlank() && !line.startsWith("#") && !found.isEmpty()) {
                int colon = line.indexOf(':');
                found.getLast()
                        .keys()
                        .computeIfAbsent(line.substring(0, colon), none -> new ArrayList<>())
                        .add(line.substring(colon + 1).strip());
            }
        }
        return found;
    }

    /** Those in which that key stands. */
    public Stream<Section> with(String key) {
        return sections.stream().filter(section -> section.has(key));
    }

    /** The words behind that key, of all. */
    public List<String> words(String key) {
        return with(key).flatMap(section -> section.words(key).stream()).toList();
    }

    /** What the first that has it says behind a key; empty where none does. */
    public String text(String key) {
        return with(key).map(section -> section.text(key)).findFirst().orElse("");
    }

    /** Whose threads the workers of a pool are, by what they are called. */
    public Optional<Section> of(Station pool) {
        return with("called")
                .filter(section -> section.text("called").contains("$")
                        && section.text("workers").equals(pool.kind().id())
                        && pool.name()
                                .startsWith(section.text("called")
                                        .substring(0, section.text("called").indexOf('$'))))
                .findFirst();
    }

    private static List<Section> packedSections() {
        String only = System.getProperty(ONLY, "");
        return read("libraries.txt")
                .lines()
                .filter(library -> !library.isBlank() && !library.startsWith("#"))
                .filter(library -> only.isEmpty() || List.of(only.split(",")).contains(library))
                .flatMap(library -> parse(library, read("libraries/" + library + ".limits")).stream())
                .toList();
    }

    private static String read(String name) {
        try (InputStream file = Libraries.class.getResourceAsStream("/dev/headroom/core/" + name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing on the class path");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
