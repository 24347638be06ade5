package dev.headroom.probe.threads;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Catalogue;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Tells by its class whether an object that threads are parked for limits them, and as what. */
public final class Blocker {

    private static final Set<Activity> LIMITED =
            EnumSet.of(Activity.AWAITING_CONNECTION, Activity.AWAITING_LOCK, Activity.AWAITING_OTHER);

    /** As the agent calls them, so that they read the same. */
    public static final String MONITOR = "monitor";

    private Blocker() {}

    /** Whether a thread that stands so may wait for something that only so many may hold. */
    public static boolean mayLimit(Stack stack) {
        return LIMITED.contains(stack.reading().activity());
    }

    /** An object of that class is made for others to wait for; any other may be one thread's own. */
    public static boolean isSynchronizer(String type) {
        return type.endsWith("Sync") || type.endsWith("$ConditionObject");
    }

    /** A library's own name for what its frames wait for says more than the class of the object. */
    public static Optional<Catalogue.Entry> entry(Stack stack, String type) {
        return library(stack).or(() -> Catalogue.blocking(type));
    }

    /** What a thread waits for by its frames: a limit of a library that has its own way to wait. */
    public static Optional<Catalogue.Entry> library(Stack stack) {
        return Catalogue.entry(stack.reading().type())
                .filter(entry -> entry.isPlace() && entry.kind() != LimitKind.LOCK);
    }

    /**
     * What a virtual thread waits for.
     *
     * @param object {@code class@hash} that it is parked for; empty where the dump does not tell
     */
    static Optional<Limited> limited(Stack stack, String object) {
        String type = object.substring(0, Math.max(0, object.indexOf('@')));
        if (type.isEmpty() || library(stack).isPresent()) {
            return limited(stack);
        }
        Optional<Catalogue.Entry> entry = Catalogue.blocking(type);
        if (!mayLimit(stack) || entry.isEmpty() && !isSynchronizer(type)) {
            return Optional.empty();
        }
        return entry.isEmpty()
                ? Optional.of(new Limited(object.substring(object.lastIndexOf('.') + 1), type, "", LimitKind.UNKNOWN))
                : entry.filter(Catalogue.Entry::limits)
                        .map(one -> new Limited(one.id() + object.substring(type.length()), one.id(), "", one.kind()));
    }

    /** The same where nothing tells of the object: the frame says what sort of limit it is, and the line that waits which one. */
    public static Optional<Limited> limited(Stack stack) {
        if (!mayLimit(stack)) {
            return Optional.empty();
        }
        Optional<Catalogue.Entry> library = library(stack);
        if (library.isPresent()) {
            // whose waiters may each have an object of their own
            return library.map(entry -> limited(entry, entry.kind(stack)));
        }
        String line = Application.site(stack);
        String which = "@" + (line.isEmpty() ? stack.reading().frame() : line);
        return Catalogue.entry(stack.reading().type())
                .filter(Catalogue.Entry::limits)
                .map(one -> new Limited(one.id() + which, one.id(), "", one.kind(), false))
                .or(() -> stack.state() == Thread.State.BLOCKED
                        ? Optional.of(new Limited(MONITOR + which, MONITOR, stack.waitsOn(), LimitKind.LOCK, false))
                        : Optional.empty());
    }

    private static Limited limited(Catalogue.Entry entry, LimitKind kind) {
        return new Limited(kind == entry.kind() ? entry.id() : entry.id() + " " + kind.id(), entry.id(), "", kind);
    }
}
