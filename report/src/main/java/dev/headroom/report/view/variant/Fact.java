package dev.headroom.report.view.variant;

import java.util.List;

/**
 * A name and its value, as found in lists of settings.
 *
 * @param code the value is a text for machines: a command, a setting
 */
public record Fact(String name, String value, boolean code) {

    /** Facts under one heading; shown only where there are any. */
    public record Group(String title, List<Fact> facts) {}
}
