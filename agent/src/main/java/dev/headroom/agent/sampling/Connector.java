package dev.headroom.agent.sampling;

import dev.headroom.agent.Internals;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A port on which Tomcat accepts connections, as its own endpoint counts them: exact figures of what the kernel and the
 * stacks can only tell from outside. A worker that finds the next request of its connection already there goes on with it
 * in the same task, so the executor counts fewer tasks than there were requests; this counts requests.
 */
final class Connector {

    /** Tomcat's type of the task of {@code http-nio-8080-Acceptor}. */
    private static final String ACCEPTOR = "org.apache.tomcat.util.net.Acceptor";

    private final Object endpoint;
    private final Method port;
    private final Method maximum;
    private final Method connections;
    private final Method requests;
    private final Method errors;
    private final Method milliseconds;
    private final Object counter;

    private Connector(Object endpoint, Object counter) throws NoSuchMethodException {
        this.endpoint = endpoint;
        this.counter = counter;
        port = method(endpoint.getClass(), "getLocalPort");
        maximum = method(endpoint.getClass(), "getMaxConnections");
        connections = method(endpoint.getClass(), "getConnectionCount");
        requests = method(counter.getClass(), "getRequestCount");
        errors = method(counter.getClass(), "getErrorCount");
        milliseconds = method(counter.getClass(), "getProcessingTime");
    }

    /** Empty where {@code task} is no acceptor of Tomcat, or of one that does not tell. */
    static Optional<Connector> of(Object task) {
        if (!task.getClass().getName().equals(ACCEPTOR)) {
            return Optional.empty();
        }
        try {
            Optional<Field> field = Internals.field(task.getClass(), "endpoint");
            Object endpoint = field.isPresent() ? Internals.get(field.get(), task) : null;
            Object handler = endpoint == null
                    ? null
                    : method(endpoint.getClass(), "getHandler").invoke(endpoint);
            Object counter = handler == null
                    ? null
                    : method(handler.getClass(), "getGlobal").invoke(handler);
            return endpoint == null || counter == null
                    ? Optional.empty()
                    : Optional.of(new Connector(endpoint, counter));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.empty(); // another Tomcat than those known; the executor and the stacks are there still
        }
    }

    int port() {
        return (int) ask(port, endpoint);
    }

    /** Most connections at once; -1 where there is no bound. */
    int maximum() {
        return (int) Math.max(-1, ask(maximum, endpoint));
    }

    long connections() {
        return ask(connections, endpoint);
    }

    /** Requests answered since the start. */
    long requests() {
        return ask(requests, counter);
    }

    /** Of these, those with a status of 400 or more. */
    long errors() {
        return ask(errors, counter);
    }

    /** Milliseconds that these took together, each from its first byte read to its answer. */
    long milliseconds() {
        return ask(milliseconds, counter);
    }

    private static Method method(Class<?> type, String name) throws NoSuchMethodException {
        Method method = type.getMethod(name);
        method.setAccessible(true);
        return method;
    }

    private static long ask(Method method, @Nullable Object of) {
        try {
            return method.invoke(of) instanceof Number number ? number.longValue() : -1;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(method + " failed", e);
        }
    }
}
