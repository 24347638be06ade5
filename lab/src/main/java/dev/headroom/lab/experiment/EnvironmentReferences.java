package dev.headroom.lab.experiment;

import dev.headroom.lab.secrets.EnvironmentValues;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** <code>${env.NAME}</code> in a text: the value of an environment variable, for what must not stand in a file. */
final class EnvironmentReferences {

    static final String PREFIX = "env.";

    /** {@code $${...}} is the text itself. */
    private static final Pattern REFERENCE = Pattern.compile("(?<!\\$)\\$\\{env\\.([A-Za-z_][A-Za-z0-9_]*)}");

    private EnvironmentReferences() {}

    /**
     * The text with the values, which are kept to be hidden wherever they would be shown.
     *
     * @param wrong told of each reference that has none: what was found and what was expected; it stays as it is
     */
    static String resolve(String text, Map<String, String> environment, BiConsumer<String, String> wrong) {
        Matcher references = REFERENCE.matcher(text);
        String resolved = references.replaceAll(found -> {
            String reference = found.group();
            String name = found.group(1);
            String value = environment.getOrDefault(name, "");
            if (value.isEmpty()) {
                wrong.accept(
                        "`" + reference + "`, and no environment variable " + name
                                + (environment.containsKey(name) ? " that has a value" : ""),
                        "a variable that is exported where Headroom is started");
                return Matcher.quoteReplacement(reference);
            }
            if (value.contains("${")) {
                wrong.accept(
                        "`" + reference + "`, whose value has `${` in it, which would stand for another value",
                        "a value without it");
                return Matcher.quoteReplacement(reference);
            }
            EnvironmentValues.keep(value, reference);
            return Matcher.quoteReplacement(value);
        });
        if (!resolved.equals(text)) {
            EnvironmentValues.keepWhole(resolved, text);
        }
        return resolved;
    }
}
