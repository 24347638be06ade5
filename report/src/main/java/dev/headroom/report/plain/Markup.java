package dev.headroom.report.plain;

import java.util.regex.Pattern;

/** Makes texts of others safe to stand in GitHub's Markdown: no name becomes a tag, a table cell or a link. */
final class Markup {

    private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_\\[\\]<>|#~@]");
    private static final Pattern BREAKS = Pattern.compile("\\s*\\R\\s*");

    private Markup() {}

    static String text(String raw) {
        return SPECIAL.matcher(oneLine(raw)).replaceAll("\\\\$0");
    }

    /** A code span; a bar would end the table cell even there, unless it is escaped. */
    static String code(String raw) {
        String line = oneLine(raw);
        String tick = "`".repeat(longestRun(line, '`') + 1);
        String pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
        return tick + pad + line.replace("|", "\\|") + pad + tick;
    }

    static int longestRun(String text, char of) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == of ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    private static String oneLine(String raw) {
        return BREAKS.matcher(raw).replaceAll(" ");
    }
}
