package dev.headroom.agent;

/** Shows what would move a terminal's cursor, forge a line of a log or turn its text round, as a backslash, u and four digits. */
final class Visible {

    private Visible() {}

    static String of(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isHidden(c)) {
                shown.append(String.format("\\u%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }

    /** C0, C1, line and paragraph separators, and the controls of direction. */
    private static boolean isHidden(char c) {
        return Character.isISOControl(c)
                || (c >= 0x2028 && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0x061c
                || c == 0x200e
                || c == 0x200f;
    }
}
