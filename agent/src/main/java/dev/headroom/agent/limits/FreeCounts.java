package dev.headroom.agent.limits;

import dev.headroom.agent.jvm.Internals;
import dev.headroom.agent.jvm.Stranger;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether those who wait for permits reckon with how many are free, by the names in their class files. One who gives back as many as are missing ({@code release(MAX - availablePermits())}), or takes all
 * that there are, finds more while more are let in, and fewer for good after these were taken back.
 */
final class FreeCounts {

    private static final List<String> ASKS = List.of("availablePermits", "drainPermits");

    private static final Set<String> OVERRIDDEN = Set.of("release", "acquire", "acquireUninterruptibly", "tryAcquire");

    private static final String PERMITS = "java/util/concurrent/Semaphore";

    /** Of the service's own nearest to the wait: who takes a permit, and who calls that. */
    private static final int CALLERS = 3;

    /** Classes that are read; an outermost class has a few others in it. */
    private static final int MOST = 100;

    /** A class file has at most some hundred KB. */
    private static final int MOST_BYTES = 1 << 20;

    private FreeCounts() {}

    /** Names of the outermost classes that wait there. */
    static Stream<String> callers(StackTraceElement[] frames) {
        return Arrays.stream(frames)
                .map(StackTraceElement::getClassName)
                .filter(name -> !name.startsWith("java.") && !name.startsWith("jdk."))
                .limit(CALLERS)
                .map(FreeCounts::outermost);
    }

    private static String outermost(String name) {
        int dollar = name.indexOf('$');
        return dollar < 0 ? name : name.substring(0, dollar);
    }

    /** Why permits must not come and go; empty where nothing is known against it. */
    static String harm(Semaphore permits, Set<String> callers) {
        if (counts(permits.getClass())) {
            return "its class (" + permits.getClass().getName()
                    + ") has calls of its own to take and give permits, and may count what comes and goes";
        }
        return harm(Internals.loaded(name -> callers.contains(outermost(name))));
    }

    /** Whether what is given or taken passes through code of its own. */
    private static boolean counts(Class<?> type) {
        for (Class<?> its = type; its != null && its != Semaphore.class; its = its.getSuperclass()) {
            if (Arrays.stream(its.getDeclaredMethods()).anyMatch(method -> OVERRIDDEN.contains(method.getName()))) {
                return true;
            }
        }
        return false;
    }

    static String harm(List<Class<?>> classes) {
        List<Optional<String>> asked = classes.stream()
                .limit(MOST)
                .map(type -> text(type).map(text -> asks(text)))
                .filter(Optional::isPresent)
                .map(Optional::get)
                .collect(Collectors.toList());
        if (asked.isEmpty()) {
            return "who takes its permits was not seen, and may reckon with how many are free";
        }
        return asked.stream()
                .flatMap(Optional::stream)
                .findFirst()
                .map(name -> "who takes its permits asks how many are free (" + name
                        + "), and may give or take by that: they are not the same while more are let in")
                .orElse("");
    }

    private static Optional<String> asks(String text) {
        return text.contains(PERMITS) ? ASKS.stream().filter(text::contains).findFirst() : Optional.empty();
    }

    /** Empty of a class that was made at run time. */
    private static Optional<String> text(Class<?> type) {
        return Stranger.ask(() -> read(type), Optional.empty());
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
