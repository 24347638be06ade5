package dev.headroom.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A command line as words, split as a shell does: at spaces, except within single or double quotes. Nothing else of a shell is done. */
final class Words {

    private Words() {}

    /** Empty where a quote is not closed. */
    static Optional<List<String>> split(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (char letter : line.toCharArray()) {
            if (quote != 0 && letter == quote) {
                quote = 0;
            } else if (quote == 0 && (letter == '\'' || letter == '"')) {
                quote = letter;
                begun = true;
            } else if (quote == 0 && Character.isWhitespace(letter)) {
                if (begun) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                begun = false;
            } else {
                word.append(letter);
                begun = true;
            }
        }
        if (begun) {
            words.add(word.toString());
        }
        return quote == 0 ? Optional.of(words) : Optional.empty();
    }
}
