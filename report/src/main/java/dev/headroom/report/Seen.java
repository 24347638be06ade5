package dev.headroom.report;

import dev.headroom.core.text.Printable;
import dev.headroom.core.text.Texts;
import java.util.Set;

/** What is rendered, with all its texts as they may be seen: no name begins a line or turns its neighbours round, wherever it will stand. */
final class Seen {

    /** These have several lines by their nature: words of exceptions and services, and what the writer of an experiment says. */
    private static final Set<String> OF_SEVERAL_LINES = Set.of("failure", "leftOut", "description", "body");

    private Seen() {}

    static <T> T of(T record) {
        return Texts.change(
                record, (name, text) -> OF_SEVERAL_LINES.contains(name) ? Printable.of(text) : Printable.name(text));
    }
}
