package dev.headroom.lab.experiment;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Mistakes that no schema can see: names that name nothing, programs that are not there, a port given twice. Works on the
 * raw tree and passes over what has the wrong form, so that one call finds the mistakes of both sorts.
 */
final class Semantics extends Checks {

    private static final Pattern VALUE = Pattern.compile("\\$?\\$\\{[^}]*}");

    private Semantics(YamlDocument document) {
        super(document);
    }

    static List<Mistake> check(YamlDocument document) {
        Semantics semantics = new Semantics(document);
        semantics.watch();
        semantics.mistakes.addAll(ProgramChecks.check(document));
        semantics.mistakes.addAll(PortChecks.check(document));
        semantics.mistakes.addAll(RunningChecks.check(document));
        semantics.services.forEach(name -> semantics.request(YamlDocument.child("/services", name) + "/ready"));
        semantics.mistakes.addAll(LoadChecks.check(document));
        semantics.variants.forEach(semantics::requests);
        semantics.variants.forEach(semantics::lifts);
        semantics.mistakes.addAll(ValueCheck.check(document));
        return semantics.mistakes;
    }

    private void watch() {
        JsonNode watch = document.root().path("watch");
        if (watch.isString() && document.root().path("services").isObject() && !services.contains(watch.asString())) {
            mistake("/watch", "no service `" + watch.asString() + "`", Nearest.expected(watch.asString(), services));
        }
    }

    private void requests(String variant) {
        String owner = YamlDocument.child("/variants", variant);
        List<String> sent = sent(owner);
        sent.forEach(this::request);
        if (document.root().path("expect").has("body") || at(owner + "/expect").has("body")) {
            sent.forEach(this::noHead);
        }
        each(owner + "/login");
        noBodyBeside(owner, "requests", "body");
        noBodyBeside(owner, "requests", "body-file");
        if (at(owner + "/before").isObject()) {
            request(owner + "/before/request");
        }
        each(owner + "/before");
    }

    /** Where the requests of a variant's load are, or of one of its kinds. */
    private List<String> sent(String owner) {
        List<String> sent = new ArrayList<>(List.of(owner + "/request"));
        document.elements(owner + "/steps").forEach(step -> sent.add(step + "/request"));
        document.children(owner + "/requests").forEach(kind -> sent.addAll(sent(kind)));
        noBodyBeside(owner, "steps", "body");
        noBodyBeside(owner, "steps", "body-file");
        return sent;
    }

    private void noHead(String pointer) {
        if (document.text(pointer).startsWith("HEAD ")) {
            mistake(
                    pointer,
                    "`" + document.text(pointer) + "`, and `expect` asks for a text in the body of each response",
                    "another method, or no `body` in `expect`: the response to a HEAD request has none");
        }
    }

    private void each(String list) {
        document.elements(list).forEach(one -> request(one + "/request"));
    }

    private void noBodyBeside(String owner, String several, String body) {
        JsonNode node = at(owner);
        if (node.has(several) && node.has(body)) {
            mistakeAtKey(
                    owner + "/" + body,
                    "`" + body + "` beside `" + several + "`",
                    "the body in the request that it belongs to");
        }
    }

    private void request(String pointer) {
        String request = document.text(pointer);
        ForeignHosts.inRequest(document, pointer).ifPresent(mistakes::add);
        try {
            new URI(VALUE.matcher(request.substring(request.indexOf(' ') + 1)).replaceAll("0"));
        } catch (URISyntaxException e) {
            mistake(
                    pointer,
                    "`" + request + "`, which has a character that a path may not have (" + e.getReason() + ")",
                    "it percent-encoded, such as %20 for a space");
        }
    }

    private void lifts(String variant) {
        String pointer = YamlDocument.child("/variants", variant) + "/lifts";
        JsonNode lifts = at(pointer);
        for (int i = 0; lifts.isArray() && i < lifts.size(); i++) {
            String name = lifts.path(i).asString("");
            if (!variants.contains(name) || name.equals(variant)) {
                List<String> others = variants.stream()
                        .filter(other -> !other.equals(variant))
                        .toList();
                mistake(
                        pointer + "/" + i,
                        name.equals(variant) ? "a variant that lifts itself" : "no variant `" + name + "`",
                        Nearest.expected(name, others));
            }
        }
    }
}
