package dev.headroom.lab.experiment;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Mistakes that no schema can see: names that name nothing, programs that are not there, a port given twice. Works on the
 * raw tree and passes over what has the wrong form, so that one call finds the mistakes of both sorts.
 */
final class Semantics {

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

    static List<Mistake> check(Path file, YamlDocument document) {
        Semantics semantics = new Semantics(file, document);
        semantics.watch();
        semantics.mistakes.addAll(ProgramChecks.check(file, document));
        semantics.mistakes.addAll(PortChecks.check(file, document));
        semantics.services.forEach(name -> semantics.request(YamlDocument.child("/services", name) + "/ready"));
        semantics.rampUp("/load");
        semantics.variants.forEach(name -> semantics.rampUp(YamlDocument.child("/variants", name) + "/load"));
        semantics.variants.forEach(semantics::requests);
        semantics.variants.forEach(semantics::lifts);
        return semantics.mistakes;
    }

    private void watch() {
        JsonNode watch = document.root().path("watch");
        if (watch.isString() && !services.contains(watch.asString())) {
            mistake(
                    document.value("/watch"),
                    "no service `" + watch.asString() + "`",
                    Nearest.expected(watch.asString(), services));
        }
    }

    /** Of a load that ends before all of its users are in, no second is the load that was meant. */
    private void rampUp(String load) {
        JsonNode closed = document.root().at(load + "/closed");
        Optional<Duration> rampUp = duration(closed.path("ramp-up"));
        Optional<Duration> until = duration(closed.path("for"));
        if (rampUp.isPresent() && until.isPresent() && rampUp.get().compareTo(until.get()) >= 0) {
            mistake(
                    document.value(load + "/closed/ramp-up"),
                    "a ramp-up of " + closed.path("ramp-up").asString() + " in a load of "
                            + closed.path("for").asString(),
                    "a shorter one: `for` counts from the first user, and all have to be in before it is over");
        }
    }

    private static Optional<Duration> duration(JsonNode written) {
        try {
            return written.isString() ? Optional.of(Units.duration(written.asString())) : Optional.empty();
        } catch (RuntimeException e) {
            return Optional.empty(); // the schema tells
        }
    }

    private void requests(String variant) {
        String owner = YamlDocument.child("/variants", variant);
        request(owner + "/request");
        JsonNode several = document.root().at(owner + "/requests");
        several.propertyNames().forEach(name -> request(YamlDocument.child(owner + "/requests", name) + "/request"));
        if (!several.isMissingNode() && document.root().at(owner).has("body")) {
            mistake(
                    document.key(owner + "/body"),
                    "`body` beside `requests`",
                    "the body in the request that it belongs to");
        }
        JsonNode before = document.root().at(owner + "/before");
        if (before.isObject()) {
            request(owner + "/before/request");
        }
        for (int i = 0; before.isArray() && i < before.size(); i++) {
            request(owner + "/before/" + i + "/request");
        }
    }

    private void request(String pointer) {
        String request = document.text(pointer);
        try {
            new URI(request.substring(request.indexOf(' ') + 1));
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
