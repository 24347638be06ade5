package dev.headroom.agent.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What class files of the service name: which calls are in its code, where nobody looks when they are made. */
public final class ClassFiles {

    /** Classes that are read; an outermost class has a few others in it. */
    private static final int MOST = 100;

    /** A class file has at most some hundred KB. */
    private static final int MOST_BYTES = 1 << 20;

    private static final List<String> JDK = List.of("java.", "jdk.", "sun.", "com.sun.");

    private ClassFiles() {}

    /**
     * What was found in some of them.
     *
     * @param read whether any could be
     * @param name the first of the names that were looked for; empty where none is there
     */
    public record Found(boolean read, Optional<String> name) {}

    /** The first so many of the service's own, by their outermost classes. */
    public static Stream<String> own(Stream<StackTraceElement> frames, int most) {
        return frames.map(StackTraceElement::getClassName)
                .filter(ClassFiles::isOwn)
                .limit(most)
                .map(ClassFiles::outermost);
    }

    public static boolean isOwn(String name) {
        return JDK.stream().noneMatch(name::startsWith);
    }

    public static String outermost(String name) {
        int dollar = name.indexOf('$');
        return dollar < 0 ? name : name.substring(0, dollar);
    }

    /** Those classes and all within them, as far as they are loaded and have files. */
    public static List<Class<?>> loaded(Set<String> outermost) {
        return outermost.isEmpty() ? List.of() : Internals.loaded(name -> outermost.contains(outermost(name)));
    }

    /** In the files that name one of these types as well, one after the other. */
    public static Found find(List<Class<?>> classes, Set<String> types, List<String> names) {
        boolean read = false;
        for (Class<?> type :
                classes.stream().filter(one -> !one.isHidden()).limit(MOST).toArray(Class<?>[]::new)) {
            String text = Stranger.ask(() -> read(type), "");
            read |= !text.isEmpty();
            if (types.stream().anyMatch(one -> text.contains(one.replace('.', '/')))) {
                Optional<String> found = names.stream().filter(text::contains).findFirst();
                if (found.isPresent()) {
                    return new Found(true, found);
                }
            }
        }
        return new Found(read, Optional.empty());
    }

    private static String read(Class<?> type) {
        String file = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            return in == null ? "" : new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
