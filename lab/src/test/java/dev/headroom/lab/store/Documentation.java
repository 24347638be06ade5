package dev.headroom.lab.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the sources say of records and their components, in their Javadoc. */
final class Documentation {

    private static final Path SOURCES = Path.of("..", "core", "src", "main", "java");
    private static final Pattern TAG = Pattern.compile("\\{@(?:link|code)(?:plain)? #?([^}]*)\\}");

    private final Map<Class<?>, String> texts = new HashMap<>();

    /** The first sentence of a record. */
    Optional<String> of(Class<?> type) {
        String text = javadoc(type).split("\n@param", 2)[0].strip().split("(?<=\\.)\\s", 2)[0];
        return Optional.of(plain(text)).filter(one -> !one.isEmpty());
    }

    /** What is said of one of its components. */
    Optional<String> of(Class<?> type, String component) {
        Matcher param = Pattern.compile("(?s)@param " + Pattern.quote(component) + "\\s+(.*?)(?=\n@|$)")
                .matcher(javadoc(type));
        return param.find() ? Optional.of(plain(param.group(1))) : Optional.empty();
    }

    private String javadoc(Class<?> type) {
        return texts.computeIfAbsent(type, Documentation::read);
    }

    private static String read(Class<?> type) {
        Class<?> top = type;
        while (top.getEnclosingClass() != null) {
            top = top.getEnclosingClass();
        }
        Path file = SOURCES.resolve(top.getName().replace('.', '/') + ".java");
        try {
            String source = Files.readString(file);
            Matcher comment = Pattern.compile(
                            "(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+\\s+)*(?:public )?(?:sealed )?(?:record|interface|enum) "
                                    + type.getSimpleName() + "\\b")
                    .matcher(source);
            return comment.find()
                    ? comment.group(1).replaceAll("(?m)^\\s*\\* ?", "").strip()
                    : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String plain(String text) {
        return TAG.matcher(text.replaceAll("</?\\w+>", ""))
                .replaceAll(tag -> Matcher.quoteReplacement(tag.group(1)))
                .replaceAll("\\s+", " ")
                .strip();
    }
}
