package dev.headroom.report.text;

import dev.headroom.core.text.Printable;

/**
 * Text for a terminal of any encoding: typographic signs are spelt in ASCII, and what could move the cursor
 * is left out.
 */
public final class Ascii {

    private Ascii() {}

    public static String of(String text) {
        return Printable.of(text)
                .replace("−", "-")
                .replace("–", "-")
                .replace("→", "->")
                .replace("×", "x")
                .replace("≥", ">=")
                .replace("±0\u00a0%", "0\u00a0%")
                .replace("±\u00a0", "+/-")
                .replace("±", "+/-")
                .replace("·", "-")
                .replace("λ", "rate");
    }

    public static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    public static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    /** The same on one line of a table, where nothing is wrapped. */
    public static String cell(String text) {
        return of(text).replace('\u00a0', ' ');
    }

    public static String cut(String text, int width) {
        return text.length() > width ? text.substring(0, width - 2) + ".." : text;
    }

    /** A JSON text with all else escaped, so that it is the same in each charset. */
    public static String json(String text) {
        StringBuilder ascii = new StringBuilder(text.length());
        text.chars().forEach(sign -> {
            if (sign < 128) {
                ascii.append((char) sign);
            } else {
                ascii.append("\\u%04x".formatted(sign));
            }
        });
        return ascii.toString();
    }
}
