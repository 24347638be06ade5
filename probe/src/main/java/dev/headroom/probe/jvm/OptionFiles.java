package dev.headroom.probe.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Files that a command names for more options: the launcher's {@code @FILE}, and {@code -XX:Flags} and {@code -XX:VMOptionsFile} of HotSpot. It reads
 * {@code .hotspotrc} only where that is named by {@code -XX:Flags} (or it was built for debugging).
 */
final class OptionFiles {

    private static final String SETTINGS = "-XX:Flags=";
    private static final String OPTIONS = "-XX:VMOptionsFile=";
    private static final String STOP = "--disable-@files";

    private final Function<String, Optional<String>> files;
    private final List<String> unread = new ArrayList<>();
    private boolean stopped;

    /** @param files what each holds; empty where it cannot be read */
    OptionFiles(Function<String, Optional<String>> files) {
        this.files = files;
    }

    List<String> unread() {
        return List.copyOf(unread);
    }

    /** The same, with what the files hold in their places; a word of a file names none. */
    List<String> expanded(List<String> words) {
        return words.stream()
                .flatMap(word -> names(word) ? words(word).stream() : List.of(word).stream())
                .toList();
    }

    /** Whether this word of a command, before the program, names a file of arguments. */
    boolean names(String word) {
        stopped |= word.equals(STOP);
        return !stopped && word.length() > 1 && word.charAt(0) == '@' && word.charAt(1) != '@';
    }

    /** Of the file that it names. */
    List<String> words(String word) {
        return read(word.substring(1)).map(QuotedWords::ofFile).orElse(List.of());
    }

    /** What the files hold that these options name, as options. */
    List<String> named(List<String> options) {
        List<String> more = new ArrayList<>();
        for (String option : options) {
            if (option.startsWith(SETTINGS)) {
                read(option.substring(SETTINGS.length()))
                        .ifPresent(text -> QuotedWords.ofFile(text)
                                .forEach(setting -> more.add(setting.startsWith("-XX:") ? setting : "-XX:" + setting)));
            } else if (option.startsWith(OPTIONS)) {
                read(option.substring(OPTIONS.length())).ifPresent(text -> more.addAll(QuotedWords.ofFile(text)));
            }
        }
        return more;
    }

    private Optional<String> read(String file) {
        Optional<String> text = files.apply(file);
        if (text.isEmpty()) {
            unread.add(file);
        }
        return text;
    }
}
