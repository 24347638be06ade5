package dev.headroom.probe.jvm;

import java.util.ArrayList;
import java.util.List;

/** Words of a text, by white space that is in no quotes. */
final class QuotedWords {

    private static final int NONE = 0;

    private QuotedWords() {}

    /** As the JVM reads its variables: a backslash is one. */
    static List<String> ofVariable(String text) {
        return in(text, false);
    }

    /** As the launcher and the JVM read files of options: in quotes a backslash takes the next character as it is, and comments go from a hash to the end of the line. */
    static List<String> ofFile(String text) {
        return in(text, true);
    }

    private static List<String> in(String text, boolean file) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean within = false;
        int quote = NONE;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (file && quote == NONE && !within && each == '#') {
                int end = text.indexOf('\n', i);
                i = end < 0 ? text.length() : end;
            } else if (quote == NONE && Character.isWhitespace(each)) {
                if (within) {
                    words.add(word.toString());
                }
                word.setLength(0);
                within = false;
            } else {
                within = true;
                if (file && quote != NONE && each == '\\' && i + 1 < text.length()) {
                    word.append(text.charAt(++i));
                } else if (each == quote) {
                    quote = NONE;
                } else if (quote == NONE && (each == '"' || each == '\'')) {
                    quote = each;
                } else {
                    word.append(each);
                }
            }
        }
        if (within) {
            words.add(word.toString());
        }
        return words;
    }
}
