package dev.headroom.lab.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Holds an object against the structural schema of a custom resource, as the API server does: fields that it does not have are mistakes, too. */
final class CrdSchema {

    private final Map<?, ?> schema;

    private CrdSchema(Map<?, ?> schema) {
        this.schema = schema;
    }

    static CrdSchema read(Path crd) throws IOException {
        Map<?, ?> spec = (Map<?, ?>) documents(Files.readString(crd)).getFirst().get("spec");
        Map<?, ?> version = (Map<?, ?>) ((List<?>) spec.get("versions")).getFirst();
        return new CrdSchema((Map<?, ?>) ((Map<?, ?>) version.get("schema")).get("openAPIV3Schema"));
    }

    /** The documents of a YAML file. */
    static List<Map<?, ?>> documents(String yaml) {
        List<Map<?, ?>> all = new ArrayList<>();
        new Load(LoadSettings.builder().build()).loadAllFromString(yaml).forEach(one -> all.add((Map<?, ?>) one));
        return all;
    }

    /** One line each; none where it is as it has to be. */
    List<String> mistakes(Object value) {
        List<String> mistakes = new ArrayList<>();
        check("", value, schema, mistakes);
        return mistakes;
    }

    private static void check(String at, Object value, Map<?, ?> schema, List<String> mistakes) {
        if (Boolean.TRUE.equals(schema.get("x-kubernetes-int-or-string"))) {
            return;
        }
        Object type = schema.get("type");
        boolean fits = switch (String.valueOf(type)) {
            case "object" -> value instanceof Map<?, ?>;
            case "array" -> value instanceof List<?>;
            case "string" -> value instanceof String;
            case "integer" -> value instanceof Integer;
            case "boolean" -> value instanceof Boolean;
            default -> true;
        };
        if (!fits) {
            mistakes.add(at + " is no " + type + ": " + value);
        } else if (schema.get("enum") instanceof List<?> known && !known.contains(value)) {
            mistakes.add(at + " is none of " + known);
        } else if (value instanceof List<?> list) {
            list.forEach(each -> check(at + "[]", each, (Map<?, ?>) schema.get("items"), mistakes));
        } else if (value instanceof Map<?, ?> object) {
            fields(at, object, schema, mistakes);
        }
    }

    private static void fields(String at, Map<?, ?> object, Map<?, ?> schema, List<String> mistakes) {
        if (schema.get("required") instanceof List<?> required) {
            required.stream()
                    .filter(field -> !object.containsKey(field))
                    .forEach(field -> mistakes.add(at + "/" + field + " is missing"));
        }
        if (!(schema.get("properties") instanceof Map<?, ?> known)) {
            return; // metadata, and maps of any names
        }
        object.forEach((field, value) -> {
            if (known.get(field) instanceof Map<?, ?> own) {
                check(at + "/" + field, value, own, mistakes);
            } else {
                mistakes.add(at + "/" + field + " is no field");
            }
        });
    }
}
