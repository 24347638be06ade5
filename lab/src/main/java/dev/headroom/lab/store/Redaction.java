package dev.headroom.lab.store;

import dev.headroom.core.model.Experiment;
import dev.headroom.core.text.Secrets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Takes out of runs and experiments what is neither stored nor shown: secrets ({@link Secrets}), wherever their names or their values stand.
 */
public final class Redaction {

    /** A shorter value stands in other texts by chance. */
    private static final int SHORTEST = 6;

    private final boolean secretsShown;
    private final List<Pattern> values = new ArrayList<>();

    /** @param secretsShown leaves them as they are */
    public Redaction(Experiment experiment, boolean secretsShown) {
        this.secretsShown = secretsShown;
        Set<String> secrets = new HashSet<>();
        collect(RecordJson.write(experiment), "", secrets);
        secrets.forEach(
                secret -> values.add(Pattern.compile("(?<![A-Za-z0-9])" + Pattern.quote(secret) + "(?![A-Za-z0-9])")));
    }

    /** The same, fit to be stored and shown. */
    @SuppressWarnings("unchecked") // a record is read as what it was
    public <T extends Record> T of(T record) {
        return (T) RecordJson.read(clean(RecordJson.write(record), ""), record.getClass());
    }

    /** The same texts, fit to be stored and shown. */
    public List<String> of(List<String> texts) {
        return texts.stream().map(text -> clean(text, "")).toList();
    }

    private static void collect(JsonNode node, String name, Set<String> secrets) {
        if (node.isString()) {
            String text = node.asString();
            (Secrets.isSecret(name, text) ? List.of(text) : Secrets.in(text))
                    .stream().filter(secret -> secret.length() >= SHORTEST).forEach(secrets::add);
        }
        if (node.isObject()) {
            node.forEachEntry((key, part) -> collect(part, key, secrets));
        } else {
            node.forEach(element -> collect(element, name, secrets));
        }
    }

    private JsonNode clean(JsonNode node, String name) {
        switch (node) {
            case ObjectNode object ->
                List.copyOf(object.propertyNames()).forEach(key -> object.set(key, clean(object.get(key), key)));
            case ArrayNode list -> {
                for (int i = 0; i < list.size(); i++) {
                    list.set(
                            i,
                            clean(
                                    list.get(i),
                                    i == 0 ? "" : Secrets.option(list.get(i - 1).asString(""))));
                }
            }
            case StringNode text -> {
                return StringNode.valueOf(clean(text.asString(), name));
            }
            default -> {}
        }
        return node;
    }

    private String clean(String text, String name) {
        if (secretsShown) {
            return text;
        }
        if (Secrets.isSecret(name, text)) {
            return Secrets.HIDDEN;
        }
        String shown = Secrets.hideInArgument(text);
        for (Pattern value : values) {
            Matcher found = value.matcher(shown);
            shown = found.matches() ? shown : found.replaceAll(Secrets.HIDDEN);
        }
        return shown;
    }
}
