package dev.headroom.lab.experiment;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * Holds a document against the published JSON Schema (2020-12). What was expected is said in the words of the schema's
 * own {@code description}s, so that the file which an editor completes from and our errors cannot drift apart.
 */
final class SchemaCheck {

    private static final Schema SCHEMA = load();

    /** Keywords that say what a value or its keys are to be like. */
    private static final Set<String> OF_VALUES = Set.of("type", "pattern", "minimum", "enum", "additionalProperties");

    private final YamlDocument document;

    private SchemaCheck(YamlDocument document) {
        this.document = document;
    }

    static List<Mistake> check(YamlDocument document) {
        SchemaCheck check = new SchemaCheck(document);
        List<Mistake> mistakes = new ArrayList<>();
        List<Error> errors = SCHEMA.validate(document.root());
        for (Error error : errors) {
            List<Error> within = check.ofTheOneMeant(error, errors);
            if (within.isEmpty()) {
                check.mistake(error).ifPresent(mistakes::add);
            }
            within.forEach(one -> mistakes.add(check.told(one)));
        }
        return mistakes;
    }

    /** Where all that one of the alternatives needs is there, and of no other, what is wrong is a value in it. */
    private List<Error> ofTheOneMeant(Error error, List<Error> all) {
        if (!error.getKeyword().equals("oneOf")) {
            return List.of();
        }
        JsonNode node = document.root().at(error.getInstanceLocation().toString());
        JsonNode alternatives = schemaOf(error).path("oneOf");
        List<Integer> meant = IntStream.range(0, alternatives.size())
                .filter(i -> alternatives.path(i).has("required")
                        && alternatives
                                .path(i)
                                .path("required")
                                .valueStream()
                                .allMatch(key -> node.has(key.asString())))
                .boxed()
                .toList();
        return meant.size() != 1
                ? List.of()
                : all.stream()
                        .filter(one -> OF_VALUES.contains(one.getKeyword())
                                && one.getEvaluationPath()
                                        .toString()
                                        .startsWith(error.getEvaluationPath() + "/" + meant.getFirst() + "/"))
                        .toList();
    }

    private Optional<Mistake> mistake(Error error) {
        if (error.getEvaluationPath().contains("oneOf") && !error.getKeyword().equals("oneOf")) {
            return Optional.empty(); // why each alternative failed; the oneOf itself says it in one sentence
        }
        return Optional.of(told(error));
    }

    private Mistake told(Error error) {
        String at = error.getInstanceLocation().toString();
        JsonNode schema = schemaOf(error);
        String expected = schema.path("description").asString("");
        return switch (error.getKeyword()) {
            case "additionalProperties" -> unknownKey(at, error.getProperty(), schema);
            case "required" -> missingKey(at, error.getProperty(), schema);
            case "oneOf" ->
                schema.path("oneOf").valueStream().allMatch(one -> one.has("required") || one.has("not"))
                        ? document.mistake(document.key(at), "none or several of " + alternatives(schema), expected)
                        : document.mistake(document.value(at), shown(at), expected);
            case "minProperties" -> document.mistake(document.key(at), "none", expected);
            case "propertyNames" -> badName(at, String.valueOf(error.getArguments()[0]), schema);
            default -> document.mistake(document.value(at), shown(at), expected);
        };
    }

    private Mistake unknownKey(String at, String key, JsonNode schema) {
        List<String> known = List.copyOf(schema.path("properties").propertyNames());
        Place place = document.key(YamlDocument.child(at, key));
        String expected = OtherTools.meant(key, known)
                .map(ours -> ours + " in its place")
                .orElseGet(() -> Nearest.expected(key, known));
        return document.mistake(place, "unknown key `" + key + "`", expected);
    }

    private Mistake missingKey(String at, String key, JsonNode schema) {
        JsonNode property = resolved(schema.path("properties").path(key));
        String owner = at.isEmpty() ? "the experiment" : "`" + at.substring(at.lastIndexOf('/') + 1) + "`";
        return document.mistake(
                document.key(at),
                "no `" + key + "` in " + owner,
                "`" + key + "`: " + property.path("description").asString(""));
    }

    private Mistake badName(String at, String name, JsonNode schema) {
        JsonNode rule = resolved(schema.path("propertyNames"));
        return document.mistake(
                document.key(YamlDocument.child(at, name)),
                "the name `" + name + "`",
                rule.path("description").asString(""));
    }

    private String shown(String at) {
        JsonNode value = document.at(at);
        if (value.isObject()) {
            return "a mapping";
        }
        if (value.isArray()) {
            return value.isEmpty() ? "an empty list" : "a list";
        }
        return value.isNull() ? "nothing" : "`" + document.text(at) + "`";
    }

    private static String alternatives(JsonNode schema) {
        return schema.path("oneOf")
                .valueStream()
                .filter(alternative -> alternative.has("required"))
                .map(alternative -> "`" + alternative.path("required").path(0).asString("") + "`")
                .collect(Collectors.joining(", "));
    }

    /** The schema that the failed keyword stands in. */
    private static JsonNode schemaOf(Error error) {
        String keyword = error.getSchemaLocation().getFragment().toString();
        return SCHEMA.getSchemaNode().at(keyword.substring(0, keyword.lastIndexOf('/')));
    }

    private static JsonNode resolved(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty() ? schema : SCHEMA.getSchemaNode().at(reference.substring(1));
    }

    private static Schema load() {
        try (InputStream schema = SchemaCheck.class.getResourceAsStream("/schema/experiment.schema.json")) {
            if (schema == null) {
                throw new IllegalStateException("this build of Headroom lacks its experiment schema; build it again");
            }
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
