package dev.headroom.lab.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A YAML file as a JSON tree that knows where each key and value stands. The tree is composed from YAML's own nodes
 * rather than read by Jackson, because an unknown or doubled <em>key</em> is the commonest mistake and Jackson keeps
 * the places of values only. Places are found by JSON pointer.
 */
final class YamlDocument {

    /** Nodes, those that an alias repeats each time: a file of some lines could unfold to billions. The longest of ours has 150. */
    private static final int MOST_NODES = 50_000;

    /** Bytes: the time that YAML's parser takes grows with the square of a line's length. The longest of ours has 25,000. */
    private static final int LARGEST = 1 << 20;

    /** The experiment's schema is some ten deep. */
    private static final int DEEPEST = 100;

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Path file;
    private final Map<String, String> environment;
    private final JsonNode root;
    private final Map<String, Place> keys = new HashMap<>();
    private final Map<String, Place> values = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private final List<Mistake> mistakes = new ArrayList<>();
    private int nodes;
    private int depth;

    private YamlDocument(Path file, Node node, Map<String, String> environment) throws InvalidExperimentException {
        this.file = file;
        this.environment = environment;
        this.root = tree(node, "");
    }

    /** Doubled keys are in {@link #mistakes()}; a file that is no YAML at all has no tree and throws. */
    static YamlDocument read(Path file) throws InvalidExperimentException {
        return read(file, System.getenv());
    }

    /** @param environment where the values of <code>${env.NAME}</code> come from */
    static YamlDocument read(Path file, Map<String, String> environment) throws InvalidExperimentException {
        try {
            return parse(file, text(file), environment);
        } catch (NoSuchFileException e) {
            throw invalid(file, Place.NONE, "no such file", "an experiment file");
        } catch (CharacterCodingException e) {
            throw invalid(file, Place.NONE, "bytes that are not UTF-8", "YAML in UTF-8");
        } catch (IOException e) {
            throw invalid(file, Place.NONE, "a file that cannot be read (" + e + ")", "an experiment file");
        }
    }

    /** Of a pipe or a device as well, which tells no size. */
    private static String text(Path file) throws IOException, InvalidExperimentException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw invalid(file, Place.NONE, "more than 1 MB", "an experiment, which has some lines");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        }
    }

    /** @param text of that file */
    static YamlDocument parse(Path file, String text, Map<String, String> environment)
            throws InvalidExperimentException {
        // Our own check finds all doubled keys and says where the first one stands.
        LoadSettings settings =
                LoadSettings.builder().setAllowDuplicateKeys(true).build();
        try {
            checkDepth(file, settings, text);
            Node node = new Compose(settings)
                    .composeString(text)
                    .orElseThrow(() -> invalid(file, new Place(1, 1), "an empty file", "an experiment"));
            return new YamlDocument(file, node, environment);
        } catch (MarkedYamlEngineException e) {
            throw new InvalidExperimentException(List.of(NoYaml.mistake(file, text, e)));
        } catch (YamlEngineException e) {
            throw invalid(file, Place.NONE, String.valueOf(e.getMessage()), "one YAML document");
        }
    }

    /** Events come one after the other; nodes are composed by recursion, which a deep file would overflow. */
    private static void checkDepth(Path file, LoadSettings settings, String text) throws InvalidExperimentException {
        int depth = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (depth > DEEPEST) {
                throw tooDeep(
                        file, event.getStartMark().map(YamlDocument::place).orElse(Place.NONE));
            }
        }
    }

    private static InvalidExperimentException tooDeep(Path file, Place place) {
        return invalid(file, place, "more than " + DEEPEST + " levels", "an experiment, which has some ten");
    }

    /** Where the values of <code>${env.NAME}</code> come from. */
    Map<String, String> environment() {
        return environment;
    }

    Path file() {
        return file;
    }

    JsonNode root() {
        return root;
    }

    JsonNode at(String pointer) {
        return root.at(pointer);
    }

    List<Mistake> mistakes() {
        return List.copyOf(mistakes);
    }

    Place value(String pointer) {
        return values.getOrDefault(pointer, Place.NONE);
    }

    /** Where the key stands; the value where it has none (the root, an element of a list). */
    Place key(String pointer) {
        return keys.getOrDefault(pointer, value(pointer));
    }

    /** A scalar as it is written, but for values of the environment: {@code 1.10} stays {@code 1.10}. */
    String text(String pointer) {
        return texts.getOrDefault(pointer, "");
    }

    /** The scalars of a mapping, as they are written; none where there is no mapping. */
    Map<String, String> texts(String pointer) {
        Map<String, String> texts = new LinkedHashMap<>();
        root.at(pointer).propertyNames().forEach(key -> texts.put(key, text(child(pointer, key))));
        return texts;
    }

    /** The scalars of a list, as they are written; none where there is no list. */
    List<String> list(String pointer) {
        return elements(pointer).stream().map(this::text).toList();
    }

    /** Pointers of what a list has; none where there is no list. */
    List<String> elements(String pointer) {
        int size = at(pointer).isArray() ? at(pointer).size() : 0;
        return IntStream.range(0, size).mapToObj(i -> pointer + "/" + i).toList();
    }

    /** Pointers of what a mapping names; none where there is no mapping. */
    List<String> children(String pointer) {
        return root.at(pointer).propertyNames().stream()
                .map(key -> child(pointer, key))
                .toList();
    }

    Mistake mistake(Place place, String found, String expected) {
        return Mistake.at(file, place, found, expected);
    }

    /** A path from the folder of the file. */
    Path resolve(String written) {
        return file.toAbsolutePath().resolveSibling(written).normalize();
    }

    /** The same where that folder may be named in it; a glob stays one. */
    String absolute(String written) {
        return resolve(Placeholders.inFolder(written, file)).toString();
    }

    /** The words of a list or line, the program absolute where it is written with a slash; empty for a line that cannot be split. */
    List<String> command(String pointer) {
        List<String> words = new ArrayList<>(
                root.at(pointer).isArray()
                        ? list(pointer)
                        : Words.split(text(pointer)).orElse(List.of()));
        if (!words.isEmpty() && words.getFirst().contains("/")) {
            words.set(0, absolute(words.getFirst()));
        }
        return words;
    }

    /** {@code pointer} and one step further down. */
    static String child(String pointer, String key) {
        return pointer + "/" + key.replace("~", "~0").replace("/", "~1");
    }

    private JsonNode tree(Node node, String pointer) throws InvalidExperimentException {
        Place place = node.getStartMark().map(YamlDocument::place).orElse(Place.NONE);
        if (++nodes > MOST_NODES) {
            throw invalid(file, place, "more than " + MOST_NODES + " values, aliases unfolded", "an experiment");
        }
        if (depth > DEEPEST) { // an alias may stand within what it names
            throw tooDeep(file, place);
        }
        depth++;
        values.put(pointer, place);
        JsonNode tree = switch (node) {
            case MappingNode mapping -> mapping(mapping, pointer);
            case SequenceNode sequence -> {
                ArrayNode array = JSON.arrayNode();
                for (Node element : sequence.getValue()) {
                    array.add(tree(element, pointer + "/" + array.size()));
                }
                yield array;
            }
            case ScalarNode scalar -> {
                String text = scalar.getTag().equals(Tag.STR)
                        ? EnvironmentReferences.resolve(
                                scalar.getValue(),
                                environment,
                                (found, expected) -> mistakes.add(mistake(place, found, expected)))
                        : scalar.getValue();
                texts.put(pointer, text);
                yield scalar(scalar.getTag(), text);
            }
            default -> throw new IllegalStateException("YAML knows no node of type " + node.getNodeType());
        };
        depth--;
        return tree;
    }

    private ObjectNode mapping(MappingNode mapping, String pointer) throws InvalidExperimentException {
        ObjectNode object = JSON.objectNode();
        for (NodeTuple entry : mapping.getValue()) {
            Place place =
                    entry.getKeyNode().getStartMark().map(YamlDocument::place).orElse(Place.NONE);
            if (!(entry.getKeyNode() instanceof ScalarNode keyNode)) {
                mistakes.add(mistake(place, "a list or mapping as a key", "a plain key"));
                continue;
            }
            String key = keyNode.getValue();
            String child = child(pointer, key);
            if (object.has(key)) {
                mistakes.add(mistake(
                        place,
                        "key `" + key + "` a second time",
                        "it once (the first is in line " + key(child).line() + ")"));
                continue;
            }
            keys.put(child, place);
            object.set(key, tree(entry.getValueNode(), child));
        }
        return object;
    }

    private static JsonNode scalar(Tag tag, String text) {
        if (tag.equals(Tag.NULL)) {
            return JSON.nullNode();
        }
        if (tag.equals(Tag.BOOL)) {
            return JSON.booleanNode(Boolean.parseBoolean(text));
        }
        try {
            if (tag.equals(Tag.INT)) {
                return JSON.numberNode(Long.decode(text.replace("0o", "0")));
            }
            if (tag.equals(Tag.FLOAT)) {
                return JSON.numberNode(Double.parseDouble(text));
            }
        } catch (NumberFormatException e) {
            // YAML's .inf and .nan, or a number too long for any key that we know: its text is all that can be used.
            return JSON.stringNode(text);
        }
        return JSON.stringNode(text);
    }

    private static Place place(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static InvalidExperimentException invalid(Path file, Place place, String found, String expected) {
        return new InvalidExperimentException(List.of(Mistake.at(file, place, found, expected)));
    }
}
