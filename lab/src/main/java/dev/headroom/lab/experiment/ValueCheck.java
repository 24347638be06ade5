package dev.headroom.lab.experiment;

import dev.headroom.core.model.load.Template;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Mistakes in the sources of values, and in requests that use a value that nothing gives. */
final class ValueCheck extends Checks {

    private static final String UUID = "uuid";
    private static final String ENVIRONMENT = "env";

    private final Set<String> known = new LinkedHashSet<>(List.of(UUID));
    /** Sources whose columns nobody knows, since their file is a mistake of its own. */
    private final Set<String> unread = new HashSet<>();

    private ValueCheck(YamlDocument document) {
        super(document);
    }

    static List<Mistake> check(YamlDocument document) {
        ValueCheck check = new ValueCheck(document);
        check.noOther("/services");
        check.noOther("/data");
        document.root().path("data").propertyNames().forEach(check::source);
        document.children("/variants").forEach(check::variant);
        return check.mistakes;
    }

    /** Whatever else were called so could not be told from it. */
    private void noOther(String owner) {
        if (at(owner).has(ENVIRONMENT)) {
            mistakeAtKey(
                    owner + "/" + ENVIRONMENT,
                    "the name `" + ENVIRONMENT + "`",
                    "another name: ${env.NAME} is an environment variable");
        }
    }

    private void source(String name) {
        String pointer = YamlDocument.child("/data", name);
        JsonNode source = at(pointer);
        if (name.equals(UUID)) {
            mistakeAtKey(pointer, "a source named `uuid`", "another name: ${uuid} is a random one each time");
        }
        if (source.path("csv").isString()) {
            try {
                Path csv = document.resolve(source.path("csv").asString());
                CsvFile.read(csv).columns().forEach(column -> known.add(name + "." + column));
            } catch (IOException e) {
                unread.add(name);
                mistake(
                        pointer + "/csv",
                        String.valueOf(e.getMessage()),
                        "a CSV file in UTF-8 whose first line names its columns (relative to the experiment file)");
            }
        } else {
            known.add(name);
            range(pointer, source);
        }
    }

    private void range(String pointer, JsonNode source) {
        String range = document.text(pointer + "/range");
        try {
            Range numbers = Range.of(range);
            boolean random = source.path("order").asString("").equals("random");
            if (numbers.last().isPresent() ? numbers.last().getAsLong() < numbers.first() : random) {
                mistake(
                        pointer + "/range",
                        "`" + range + "`" + (random ? " in random order" : ""),
                        "a range whose end is given and not before its begin, such as 1..1000");
            }
        } catch (IllegalArgumentException e) {
            // the schema tells
        }
    }

    private void variant(String pointer) {
        Set<String> names = new LinkedHashSet<>(known);
        steps(pointer + "/login", names);
        JsonNode variant = at(pointer);
        texts(pointer, names);
        steps(pointer + "/steps", new LinkedHashSet<>(names));
        for (String kind : document.children(pointer + "/requests")) {
            texts(kind, names);
            steps(kind + "/steps", new LinkedHashSet<>(names));
        }
        before(pointer, variant);
    }

    /** Each may use what those before it take. */
    private void steps(String pointer, Set<String> names) {
        Set<String> steps = new HashSet<>();
        for (String step : document.elements(pointer)) {
            texts(step, names);
            String name = document.text(step + "/name");
            if (!name.isEmpty() && !steps.add(name)) {
                mistake(step + "/name", "`" + name + "` a second time", "a name of its own for each step");
            }
            for (String taken : at(step + "/take").propertyNames()) {
                if (known.contains(taken) || document.root().path("data").has(taken)) {
                    mistakeAtKey(
                            YamlDocument.child(step + "/take", taken),
                            "`" + taken + "`, which is a source of values too",
                            "a name of its own for each value");
                }
                names.add(taken);
            }
        }
    }

    private void texts(String owner, Set<String> names) {
        values(owner + "/request", names);
        values(owner + "/body", names);
        bodyFile(owner, names);
        document.children(owner + "/headers").forEach(header -> values(header, names));
    }

    private void bodyFile(String owner, Set<String> names) {
        JsonNode node = at(owner);
        String pointer = owner + "/body-file";
        if (!node.path("body-file").isString()) {
            return; // the schema tells
        }
        if (node.has("body")) {
            mistakeAtKey(pointer, "`body-file` beside `body`", "one of them");
        }
        try {
            Path body = Path.of(document.absolute(node.path("body-file").asString()));
            String text =
                    BodyFile.read(body, document.environment(), (found, expected) -> mistake(pointer, found, expected));
            values(pointer, text, names);
        } catch (IOException e) {
            mistake(
                    pointer,
                    String.valueOf(e.getMessage()),
                    "a text in UTF-8 of " + (BodyFile.MOST >> 20) + " MB at most (relative to the experiment file)");
        }
    }

    private void values(String pointer, Set<String> names) {
        values(pointer, document.text(pointer), names);
    }

    private void values(String pointer, String text, Set<String> names) {
        for (String name : Template.of(text).names()) {
            if (!names.contains(name)
                    && !name.startsWith(EnvironmentReferences.PREFIX) // told where it was resolved
                    && !unread.contains(name.split("\\.", 2)[0])) {
                mistake(
                        pointer,
                        "`${" + name + "}`, for which nothing gives a value",
                        Nearest.expected(name, names) + "; $${" + name + "} is the text itself");
            }
        }
    }

    /** Their sender has no values. */
    private void before(String pointer, JsonNode variant) {
        document.elements(pointer + "/before").forEach(one -> values(one + "/request", Set.of()));
        values(pointer + "/before/request", Set.of());
        if (variant.has("before")) {
            plainHeaders(pointer);
            plainHeaders(pointer + "/steps/0");
            document.children(pointer + "/requests").stream().findFirst().ifPresent(first -> {
                plainHeaders(first);
                plainHeaders(first + "/steps/0");
            });
        }
    }

    /** The headers of the first request go with those before the load. */
    private void plainHeaders(String owner) {
        for (String at : document.children(owner + "/headers")) {
            if (Template.marked(document.text(at))) {
                mistake(
                        at,
                        "a value in a header that goes with requests before the load, too",
                        "no value in it, or no `before`");
            }
        }
    }
}
