package dev.headroom.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * Texts of others (logs, errors, names of pools and threads) as they may stand on a terminal, in a page or in a file, and in lines that fit.
 *
 * <p>What cannot be seen is shown as a backslash, {@code u} and four digits: controls, what turns the direction of writing, what has no width,
 * separators of lines and paragraphs. It is the form that JSON has, so in the text of a JSON document it stands for the same character. Half a
 * pair of surrogates is no character, and readers of JSON refuse it: it is shown as the replacement character.
 */
public final class Printable {

    private static final String REPLACEMENT = "\\ufffd";

    private static final int LONGEST_SAID = 1_000;

    private Printable() {}

    /** A text of several lines: the same, with its line breaks and tabs left. */
    public static String of(String text) {
        return shown(text, c -> isHidden(c) && c != '\n' && c != '\t');
    }

    /** A name, or another text of one line: nothing in it can begin a line or move a column. */
    public static String name(String text) {
        return shown(text, Printable::isHidden);
    }

    /** What somebody else says, as it may stand within a line of ours: its breaks are shown as slashes, and it is cut. */
    public static String inLine(String text) {
        String said = text.strip();
        boolean fits = said.length() <= LONGEST_SAID;
        String cut = fits ? said : said.substring(0, LONGEST_SAID) + "...";
        return name(cut.lines().map(String::strip).collect(Collectors.joining(" / ")));
    }

    private static String shown(String text, IntPredicate hidden) {
        if (text.codePoints().noneMatch(hidden)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (Character.getType(c) == Character.SURROGATE) {
                shown.append(REPLACEMENT);
            } else if (hidden.test(c)) {
                Character.toString(c)
                        .chars()
                        .forEach(unit -> shown.append("\\u").append(String.format("%04x", unit)));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    /** By Unicode's categories, so that what a later Unicode adds is among them. */
    private static boolean isHidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
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
