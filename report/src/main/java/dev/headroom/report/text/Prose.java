package dev.headroom.report.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A text in which names of code stand out. Each output marks them in its own way, so no name can be taken for markup.
 */
public record Prose(List<Span> spans) {

    public static final Prose EMPTY = new Prose(List.of());

    public record Span(String text, boolean code) {}

    /** Alternates plain text and names of code: {@code of("the pool ", "common-pool", " is full")}. */
    public static Prose of(String... parts) {
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            if (!parts[i].isEmpty()) {
                spans.add(new Span(parts[i], i % 2 == 1));
            }
        }
        return new Prose(spans);
    }

    public Prose then(String plain) {
        return then(of(plain));
    }

    public Prose code(String name) {
        return then(of("", name));
    }

    public Prose then(Prose more) {
        List<Span> all = new ArrayList<>(spans);
        all.addAll(more.spans);
        return new Prose(all);
    }

    /** Names of code in a row: {@code a}, {@code b} and {@code c}. */
    public static Prose names(List<String> names) {
        int last = names.size() - 1;
        return last < 1
                ? listed(names)
                : listed(names.subList(0, last)).then(" and ").code(names.get(last));
    }

    /** {@code a}, {@code b}, {@code c}. */
    public static Prose listed(List<String> names) {
        Prose prose = EMPTY;
        for (String name : names) {
            prose = prose.then(prose.isEmpty() ? "" : ", ").code(name);
        }
        return prose;
    }

    public boolean isEmpty() {
        return spans.isEmpty();
    }

    /** Without any mark. */
    public String plain() {
        StringBuilder text = new StringBuilder();
        spans.forEach(span -> text.append(span.text()));
        return text.toString();
    }
}
