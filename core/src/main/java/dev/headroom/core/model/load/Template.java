package dev.headroom.core.model.load;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text in which {@code ${name}} stands for a value that differs from request to request; {@code $${name}} is the text {@code ${name}}. */
public record Template(List<Part> parts) {

    private static final Pattern MARK = Pattern.compile("(\\$?)\\$\\{([^}]*)}");

    /** A piece of the text, in its order. */
    public sealed interface Part {}

    public record Text(String text) implements Part {}

    public record Value(String name) implements Part {}

    public Template {
        parts = List.copyOf(parts);
    }

    public static Template of(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher marks = MARK.matcher(text);
        int end = 0;
        while (marks.find()) {
            add(parts, text.substring(end, marks.start()));
            if (marks.group(1).isEmpty()) {
                parts.add(new Value(marks.group(2)));
            } else {
                add(parts, marks.group().substring(1));
            }
            end = marks.end();
        }
        add(parts, text.substring(end));
        return new Template(parts);
    }

    private static void add(List<Part> parts, String text) {
        if (!text.isEmpty()) {
            parts.add(new Text(text));
        }
    }

    /** Whether a text is more than itself. */
    public static boolean marked(String text) {
        return MARK.matcher(text).find();
    }

    /** The values that it needs, in their order. */
    public List<String> names() {
        return parts.stream()
                .filter(Value.class::isInstance)
                .map(part -> ((Value) part).name())
                .toList();
    }
}
