package dev.headroom.agent.jvm;

/**
 * Shows what would move a terminal's cursor, forge a line of a log, turn its text round or not be seen at all: a backslash, u and four digits. It
 * is what the tool's {@code Printable} does.
 */
final class Visible {

    private Visible() {}

    static String of(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (Character.getType(c) == Character.SURROGATE) {
                shown.append("\\ufffd"); // half a pair is no character
            } else if (isHidden(c)) {
                for (char unit : Character.toChars(c)) {
                    shown.append(String.format("\\u%04x", (int) unit));
                }
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static boolean isHidden(int c) {
        switch (Character.getType(c)) {
            case Character.CONTROL:
            case Character.FORMAT:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR:
                return true;
            default:
                return false;
        }
    }
}
