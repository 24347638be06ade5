package dev.headroom.report.plain;

import java.util.ArrayList;
import java.util.List;

/**
 * Text for a terminal of any encoding: typographic signs are spelt in ASCII, and whatever could move the cursor
 * (control characters in a text of others) is left out.
 */
final class Ascii {

    private Ascii() {}

    static String of(String text) {
        return text.replace("−", "-")
                .replace("–", "-")
                .replace("→", "->")
                .replace("×", "x")
                .replace("≥", ">=")
                .replace("±0\u00a0%", "0\u00a0%")
                .replace("±\u00a0", "+/-")
                .replace("±", "+/-")
                .replace("·", "-")
                .replace("λ", "rate")
                .replaceAll("[\\p{Cntrl}&&[^\\n]]", "");
    }

    /** Lines of at most {@code width}; a no-break space holds a number to its unit; only an overlong word is cut. */
    static List<String> wrap(String text, int width) {
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

    static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}
