package dev.headroom.agent.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** What class files of the service name: which calls are in its code, where nobody looks when they are made. */
public final class ClassFiles {

    /** Classes that are read; an outermost class has a few others in it. */
    private static final int MOST = 100;

    /** A class file has at most some hundred KB. */
    private static final int MOST_BYTES = 1 << 20;

    /** Of a class file's constants, one that is a member's name with its descriptor. */
    private static final int NAME_AND_TYPE = 12;

    /** Where a class file has its version. */
    private static final int VERSION = 6;

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

    /**
     * In the files that name one of these types as well, one after the other.
     *
     * @param names of members; {@code acquire(I} is one whose first parameter is an int
     */
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
            return in == null ? "" : text(in.readNBytes(MOST_BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All of it, and once more the members that it uses, since a file keeps their names and descriptors apart. */
    private static String text(byte[] file) {
        StringBuilder text = new StringBuilder(new String(file, StandardCharsets.ISO_8859_1));
        file[VERSION] = 0; // constants are the same in those that are newer than the reader
        file[VERSION + 1] = Opcodes.V17;
        ClassReader its = new ClassReader(file);
        char[] buffer = new char[its.getMaxStringLength()];
        for (int i = 1; i < its.getItemCount(); i++) {
            int at = its.getItem(i);
            if (at > 0 && its.readByte(at - 1) == NAME_AND_TYPE) {
                text.append(its.readUTF8(at, buffer)).append(its.readUTF8(at + 2, buffer));
            }
        }
        return text.toString();
    }
}
