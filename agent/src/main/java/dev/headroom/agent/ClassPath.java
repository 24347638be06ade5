package dev.headroom.agent;

import dev.headroom.agent.jvm.Internals;
import java.lang.reflect.Field;
import java.net.URL;
import java.util.Collection;
import java.util.Optional;

/**
 * The application's class path, to which the JVM appends the agent's jar for good. It opens that when it next looks for something that is nowhere before
 * it: the first jar at once, for {@link Entry}; a later one when the application misses a class, which may be long after Headroom has deleted it from
 * a folder where anybody may make another of that name. So a jar that is not open yet is taken off again.
 */
final class ClassPath {

    private static final String OURS = "/headroom-agent.jar";

    /** Whoever looks for it has looked everywhere. */
    private static final String NOWHERE = "dev/headroom/agent/nowhere";

    private ClassPath() {}

    /** Needs {@link Internals#open}. */
    static void forgetUs() {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        try {
            Object path = value(loader, "ucp");
            Collection<?> unopened = (Collection<?>) value(path, "unopenedUrls");
            Collection<?> all = (Collection<?>) value(path, "path");
            synchronized (unopened) { // as its owner does, for both
                for (Object url : unopened.toArray()) {
                    if (((URL) url).getPath().endsWith(OURS)) {
                        unopened.remove(url);
                        all.remove(url);
                    }
                }
            }
        } catch (RuntimeException e) {
            // another loader than the JDK's own: it opens the jar now, while it is ours, and no other later
            loader.getResource(NOWHERE);
        }
    }

    private static Object value(Object of, String name) {
        // no lambda: to link one where the heap is full fails, and the agent has to leave there too
        Optional<Field> field = Internals.field(of.getClass(), name);
        Object value = field.isPresent() ? Internals.get(field.get(), of) : null;
        if (value == null) {
            throw new IllegalStateException(of.getClass() + " has no " + name);
        }
        return value;
    }
}
