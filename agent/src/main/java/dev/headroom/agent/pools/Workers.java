package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Internals;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ThreadPoolExecutor;

/** The threads of an executor, which it keeps to itself. */
final class Workers {

    private Workers() {}

    /** Of one that is there; empty where none is, or none can be seen. */
    static Optional<ClassLoader> contextClassLoader(ThreadPoolExecutor executor) {
        try {
            Optional<Field> workers = Internals.field(ThreadPoolExecutor.class, "workers");
            if (workers.isPresent() && Internals.get(workers.get(), executor) instanceof Collection<?> all) {
                for (Object worker : all.toArray()) { // it may change meanwhile: then it is tried no further
                    Optional<Field> thread = Internals.field(worker.getClass(), "thread");
                    if (thread.isPresent() && Internals.get(thread.get(), worker) instanceof Thread one) {
                        return Optional.ofNullable(one.getContextClassLoader());
                    }
                }
            }
        } catch (RuntimeException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }
}
