package dev.headroom.lab.experiment;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Mistakes that no schema can see: names that name nothing, programs that are not there, a port given twice. Works on the
 * raw tree and passes over what has the wrong form, so that one call finds the mistakes of both sorts.
 */
final class Semantics {

    private static final Pattern VALUE = Pattern.compile("\\$?\\$\\{[^}]*}");

    private final Path file;
    private final YamlDocument document;
    private final List<String> services;
    private final List<String> variants;
    private final List<Mistake> mistakes = new ArrayList<>();

    private Semantics(Path file, YamlDocument document) {
        this.file = file;
        this.document = document;
        this.services = List.copyOf(document.root().path("services").propertyNames());
        this.variants = List.copyOf(document.root().path("variants").propertyNames());
    }

    static List<Mistake> check(Path file, YamlDocument document, Map<String, String> environment) {
        Semantics semantics = new Semantics(file, document);
        semantics.watch();
        semantics.mistakes.addAll(ProgramChecks.check(file, document));
        semantics.mistakes.addAll(PortChecks.check(file, document));
        semantics.mistakes.addAll(RunningChecks.check(file, document));
        semantics.services.forEach(name -> semantics.request(YamlDocument.child("/services", name) + "/ready"));
        semantics.mistakes.addAll(LoadChecks.check(file, document));
        semantics.variants.forEach(semantics::requests);
        semantics.variants.forEach(semantics::lifts);
        semantics.mistakes.addAll(ValueCheck.check(file, document, environment));
        return semantics.mistakes;
    }

    private void watch() {
        JsonNode watch = document.root().path("watch");
        if (watch.isString() && document.root().path("services").isObject() && !services.contains(watch.asString())) {
            mistake(
                    document.value("/watch"),
                    "no service `" + watch.asString() + "`",
                    Nearest.expected(watch.asString(), services));
        }
    }

    private void requests(String variant) {
        String owner = YamlDocument.child("/variants", variant);
        List<String> sent = sent(owner);
        sent.forEach(this::request);
        if (document.root().path("expect").has("body")
                || document.root().at(owner + "/expect").has("body")) {
            sent.forEach(this::noHead);
        }
        each(owner + "/login");
        noBodyBeside(owner, "requests", "body");
        noBodyBeside(owner, "requests", "body-file");
        JsonNode before = document.root().at(owner + "/before");
        if (before.isObject()) {
            request(owner + "/before/request");
        }
        if (before.isArray()) {
            each(owner + "/before");
        }
    }

    /** Where the requests of a variant's load are, or of one of its kinds. */
    private List<String> sent(String owner) {
        List<String> sent = new ArrayList<>(List.of(owner + "/request"));
        for (int i = 0; i < document.root().at(owner + "/steps").size(); i++) {
            sent.add(owner + "/steps/" + i + "/request");
        }
        document.root()
                .at(owner + "/requests")
                .propertyNames()
                .forEach(name -> sent.addAll(sent(YamlDocument.child(owner + "/requests", name))));
        noBodyBeside(owner, "steps", "body");
        noBodyBeside(owner, "steps", "body-file");
        return sent;
    }

    private void noHead(String pointer) {
        if (document.text(pointer).startsWith("HEAD ")) {
            mistake(
                    document.value(pointer),
                    "`" + document.text(pointer) + "`, and `expect` asks for a text in the body of each response",
                    "another method, or no `body` in `expect`: the response to a HEAD request has none");
        }
    }

    private void each(String list) {
        for (int i = 0; i < document.root().at(list).size(); i++) {
            request(list + "/" + i + "/request");
        }
    }

    private void noBodyBeside(String owner, String several, String body) {
        JsonNode node = document.root().at(owner);
        if (node.has(several) && node.has(body)) {
            mistake(
                    document.key(owner + "/" + body),
                    "`" + body + "` beside `" + several + "`",
                    "the body in the request that it belongs to");
        }
    }

    private void request(String pointer) {
        String request = document.text(pointer);
        ForeignHosts.inRequest(file, document, pointer).ifPresent(mistakes::add);
        try {
            new URI(VALUE.matcher(request.substring(request.indexOf(' ') + 1)).replaceAll("0"));
        } catch (URISyntaxException e) {
            mistake(
                    document.value(pointer),
                    "`" + request + "`, which has a character that a path may not have (" + e.getReason() + ")",
                    "it percent-encoded, such as %20 for a space");
        }
    }

    private void lifts(String variant) {
        String pointer = YamlDocument.child("/variants", variant) + "/lifts";
        JsonNode lifts = document.root().at(pointer);
        for (int i = 0; lifts.isArray() && i < lifts.size(); i++) {
            String name = lifts.path(i).asString("");
            if (!variants.contains(name) || name.equals(variant)) {
                List<String> others = variants.stream()
                        .filter(other -> !other.equals(variant))
                        .toList();
                mistake(
                        document.value(pointer + "/" + i),
                        name.equals(variant) ? "a variant that lifts itself" : "no variant `" + name + "`",
                        Nearest.expected(name, others));
            }
        }
    }

    private void mistake(Place place, String found, String expected) {
        mistakes.add(Mistake.at(file, place, found, expected));
    }

    static Path resolve(Path experimentFile, String relative) {
        return experimentFile.toAbsolutePath().resolveSibling(relative).normalize();
    }
}
