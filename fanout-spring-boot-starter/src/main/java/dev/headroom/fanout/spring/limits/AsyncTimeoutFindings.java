package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.Finding.Level;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.env.Environment;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Handlers that answer later, under the container's timeout that nobody chose. */
final class AsyncTimeoutFindings implements FindingSource {
    static final String PROPERTY = "spring.mvc.async.request-timeout";
    private static final Set<Class<?>> LATER = Set.of(
            Callable.class,
            CompletionStage.class,
            DeferredResult.class,
            WebAsyncTask.class,
            ResponseBodyEmitter.class,
            StreamingResponseBody.class);

    private final RequestMappingHandlerMapping mappings;
    private final Environment environment;

    AsyncTimeoutFindings(RequestMappingHandlerMapping mappings, Environment environment) {
        this.mappings = mappings;
        this.environment = environment;
    }

    @Override
    public Stream<Finding> find() {
        if (environment.containsProperty(PROPERTY)) {
            return Stream.empty();
        }
        String handlers = mappings.getHandlerMethods().values().stream()
                .filter(handler -> LATER.stream()
                        .anyMatch(type ->
                                type.isAssignableFrom(handler.getMethod().getReturnType())))
                .map(HandlerMethod::getShortLogMessage)
                .sorted()
                .limit(3)
                .collect(Collectors.joining(", "));
        return handlers.isEmpty()
                ? Stream.empty()
                : Stream.of(new Finding(
                        "async-timeout",
                        Level.INFO,
                        "handlers that answer later (" + handlers
                                + ") are ended with 503 by the server's own timeout, Tomcat's after 30 s, whatever they wait for",
                        PROPERTY + "=30s, or whatever your callers wait for"));
    }
}
