package dev.headroom.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Texts of others (logs, errors, names of threads) as they may stand on a terminal or in a page, and in lines that fit. */
public final class Printable {

    /** {@code ESC [ ... letter}, which colours and moves, and {@code ESC ] ... BEL}, which sets titles and links. */
    private static final Pattern SEQUENCES =
            Pattern.compile("\u001b\\[[0-?]*[ -/]*[@-~]|\u001b\\][^\u0007\u001b]*(\u0007|\u001b\\\\)?");

    /** Control characters of both sets, and those that turn the direction of writing. */
    private static final Pattern CONTROLS =
            Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069&&[^\\n\\t]]");

    private Printable() {}

    /** The same text without terminal control sequences and control characters, but for line breaks and tabs. */
    public static String of(String text) {
        return CONTROLS.matcher(SEQUENCES.matcher(text).replaceAll("")).replaceAll("");
    }

    /** Lines of at most {@code width}; a no-break space holds a number to its unit; only an overlong word is cut. */
    public static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split("[ \\n\\t]+")) {
            String rest = word;
            if (!line.isEmpty() && line.length() + 1 + rest.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            while (rest.length() > width) {
                int cut = rest.lastIndexOf('-', width - 1) > 0 ? rest.lastIndexOf('-', width - 1) + 1 : width;
                lines.add(rest.substring(0, cut));
                rest = rest.substring(cut);
            }
            line.append(line.isEmpty() ? "" : " ").append(rest);
        }
        lines.add(line.toString());
        return lines.stream().map(wrapped -> wrapped.replace('\u00a0', ' ')).toList();
    }
}
