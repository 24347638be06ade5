package dev.headroom.probe.classify;

import dev.headroom.core.libraries.Libraries;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Tells the application's own frames from those of the JDK, of frameworks and of clients: as the agent told by where each class was loaded
 * from, else by the names of packages.
 */
public final class Application {

    private static final List<String> PACKAGES = Libraries.packed().words("packages");

    private static final Pattern JDK = Pattern.compile("(java|jdk|sun)\\.");

    private Application() {}

    /** By the name of its package. */
    public static boolean isLibrary(String frame) {
        return PACKAGES.stream().anyMatch(FrameRule.unshaded(frame)::startsWith);
    }

    /** Depth of the application's frame that made the call in which the thread stands; -1 where none did. */
    private static int depth(Stack stack, int from) {
        return IntStream.range(Math.max(0, from), stack.frames().size())
                .filter(stack::isApplication)
                .findFirst()
                .orElse(-1);
    }

    /** The frame of the application that made the call in which the thread stands; the topmost of all where none did. */
    public static String caller(Stack stack) {
        int depth = depth(stack, stack.reading().depth());
        return depth >= 0
                ? stack.frames().get(depth)
                : stack.frames().isEmpty() ? "" : stack.frames().getFirst();
    }

    /** The application's methods that led there, the nearest first. */
    public static List<String> callers(Stack stack) {
        return IntStream.range(
                        Math.max(0, stack.reading().depth()), stack.frames().size())
                .filter(stack::isApplication)
                .mapToObj(depth -> stack.frames().get(depth))
                .toList();
    }

    /** The frame of a library that made the JDK's call in which the thread stands, before any of the application's. */
    public static Optional<String> library(Stack stack) {
        return stack.librariesAbove(stack.reading().depth())
                .filter(frame -> !JDK.matcher(frame).lookingAt())
                .findFirst();
    }

    /** All frames of the application with their lines, the nearest to where the thread stands first. */
    public static List<String> sites(Stack stack) {
        return IntStream.range(0, stack.frames().size())
                .filter(stack::isApplication)
                .mapToObj(stack::site)
                .toList();
    }

    /** The same with its line; empty where no frame is the application's. */
    public static String site(Stack stack) {
        return site(stack, depth(stack, stack.reading().depth()));
    }

    /** The line of the application that called the method of {@link #site}; empty where none did. */
    public static String callerOfSite(Stack stack) {
        int depth = depth(stack, stack.reading().depth());
        return depth < 0 ? "" : site(stack, depth(stack, depth + 1));
    }

    private static String site(Stack stack, int depth) {
        return depth >= 0 ? stack.site(depth) : "";
    }

    /** {@code Counter.add} of {@code shop.Counter.add}. */
    public static String shortened(String frame) {
        int method = frame.lastIndexOf('.');
        int type = frame.lastIndexOf('.', method - 1);
        return frame.substring(type + 1);
    }
}
