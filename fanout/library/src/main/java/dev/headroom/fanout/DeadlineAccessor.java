package dev.headroom.fanout;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Carries {@link Deadline} and {@link Caller} wherever Micrometer's context-propagation goes: executors that are wrapped by it, and
 * Reactor. The global registry has it from the first deadline, caller or {@link FanOut} on.
 */
public final class DeadlineAccessor implements ThreadLocalAccessor<Object> {
    /** Its key in the registry, and in Reactor's context. */
    public static final String KEY = "dev.headroom.fanout";

    @Override
    public Object key() {
        return KEY;
    }

    /** Without permits: another thread calls with those of its own. */
    @Override
    public @Nullable Object getValue() {
        Standing standing = Standing.current();
        return standing.deadline().isNone() && standing.caller().equals(Caller.ANYBODY)
                ? null
                : new Standing(standing.deadline(), null, standing.caller());
    }

    /** Where the task runs on the thread that hands it over, that thread's deadline stays if it is earlier. */
    @Override
    public void setValue(Object value) {
        Standing given = (Standing) value;
        Standing here = Standing.current();
        Standing.enter(new Standing(given.deadline().earlier(here.deadline()), here.hold(), given.caller()));
    }

    @Override
    public void restore(Object previous) {
        Standing before = (Standing) previous;
        Standing.enter(new Standing(before.deadline(), Standing.current().hold(), before.caller()));
    }

    @Override
    public void setValue() {
        Standing.enter(new Standing(Deadline.none(), Standing.current().hold(), Caller.ANYBODY));
    }
}
