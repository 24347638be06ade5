package dev.headroom.report.view.variant;

import java.util.List;

/**
 * A name and its value, as found in lists of settings.
 *
 * @param code the value is a text for machines: a command, a setting
 */
public record Fact(String name, String value, boolean code) {

    static Fact plain(String name, String value) {
        return new Fact(name, value, false);
    }

    static Fact code(String name, String value) {
        return new Fact(name, value, true);
    }

    /** Facts under one heading; shown only where there are any. */
    public record Group(String title, List<Fact> facts) {
        public Group {
            facts = List.copyOf(facts);
        }
    }
}
