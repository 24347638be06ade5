package dev.headroom.agent.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What class files of the service name: which calls are in its code, where nobody looks when they are made. */
public final class ClassFiles {

    /** Classes that are read; an outermost class has a few others in it. */
    private static final int MOST = 100;

    /** A class file has at most some hundred KB. */
    private static final int MOST_BYTES = 1 << 20;

    private static final List<String> JDK = List.of("java.", "jdk.", "sun.", "com.sun.");

    private ClassFiles() {}

    /** The first so many of the service's own, by their outermost classes. */
    public static Stream<String> own(Stream<StackTraceElement> frames, int most) {
        return frames.map(StackTraceElement::getClassName)
                .filter(name -> JDK.stream().noneMatch(name::startsWith))
                .limit(most)
                .map(ClassFiles::outermost);
    }

    private static String outermost(String name) {
        int dollar = name.indexOf('$');
        return dollar < 0 ? name : name.substring(0, dollar);
    }

    /** Those classes and all within them, as far as they are loaded. */
    public static List<Class<?>> loaded(Set<String> outermost) {
        return outermost.isEmpty() ? List.of() : Internals.loaded(name -> outermost.contains(outermost(name)));
    }

    /** Their files, as far as they can be read: a class that was made at run time has none. */
    public static List<String> texts(List<Class<?>> classes) {
        return classes.stream()
                .limit(MOST)
                .flatMap(type -> Stranger.ask(() -> read(type), Optional.<String>empty()).stream())
                .collect(Collectors.toList());
    }

    /** The first of these names in any of the files that name the class as well. */
    public static Optional<String> named(List<String> texts, String type, List<String> names) {
        return texts.stream()
                .filter(text -> text.contains(type))
                .flatMap(text -> names.stream().filter(text::contains))
                .findFirst();
    }

    private static Optional<String> read(Class<?> type) {
        String file = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
