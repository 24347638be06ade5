package dev.headroom.agent;

import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a Tomcat connector has answered, counted by Tomcat itself (its {@code RequestGroupInfo}). Its
 * executor's own count of tasks is not one of requests: a worker whose next request on the same connection has already
 * arrived when an answer is written goes on with it in the same task, so under load there are fewer tasks than requests.
 *
 * <p>The connector is found from its poller thread, whose task is an inner object of the endpoint, which knows its
 * executor.
 */
final class TomcatRequests {

    private static final String POLLER = "-Poller";

    private final Object counters;
    private final Method count;

    private TomcatRequests(Object counters, Method count) {
        this.counters = counters;
        this.count = count;
    }

    /** Empty where no Tomcat connector of this JVM gives its requests to {@code executor}. */
    static Optional<TomcatRequests> servedBy(Object executor, Iterable<Thread> threads) {
        for (Thread thread : threads) {
            if (thread.getName().endsWith(POLLER)) {
                Optional<TomcatRequests> found = Owners.task(thread)
                        .flatMap(poller ->
                                Internals.field(poller.getClass(), "this$0").map(field -> Internals.get(field, poller)))
                        .filter(endpoint -> ask(endpoint, "getExecutor")
                                .filter(owner -> owner == executor)
                                .isPresent())
                        .flatMap(TomcatRequests::of);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<TomcatRequests> of(Object endpoint) {
        return ask(endpoint, "getHandler")
                .flatMap(handler -> ask(handler, "getGlobal"))
                .flatMap(counters ->
                        method(counters, "getRequestCount").map(count -> new TomcatRequests(counters, count)));
    }

    /** Since the connector was started; it wraps around after 2^31. */
    long count() {
        return answer(counters, count) instanceof Number number ? number.longValue() : Gauge.UNKNOWN;
    }

    private static Optional<Object> ask(Object object, String question) {
        return method(object, question).map(method -> answer(object, method));
    }

    private static Optional<Method> method(Object object, String name) {
        try {
            Method method = object.getClass().getMethod(name);
            method.setAccessible(true);
            return Optional.of(method);
        } catch (NoSuchMethodException | RuntimeException e) {
            return Optional
                    .empty(); // another version of Tomcat, or a module that is not open to us: tasks are counted then
        }
    }

    private static @Nullable Object answer(Object object, Method method) {
        try {
            return method.invoke(object);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(method + " failed", e);
        }
    }
}
