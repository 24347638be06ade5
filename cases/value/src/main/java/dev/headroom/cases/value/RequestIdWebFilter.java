package dev.headroom.cases.value;

import dev.headroom.cases.common.RequestId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * As {@link RequestIdFilter}, for WebFlux: a request has no thread of its own there, so its id is in the context of its
 * stream.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestIdWebFilter implements WebFilter {
    private static final Logger LOG = LoggerFactory.getLogger(RequestIdWebFilter.class);

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        String path = exchange.getRequest().getPath().value();
        if (path.equals("/ready")) {
            return chain.filter(exchange);
        }
        long start = System.nanoTime();
        String id = RequestId.of(exchange.getRequest().getHeaders().getFirst(RequestId.HEADER));
        exchange.getResponse().getHeaders().set(RequestId.HEADER, id);
        log(id, "{} {}", exchange.getRequest().getMethod(), path);
        return chain.filter(exchange)
                // before the end is passed on: Tomcat may serve another request with that response as soon as it has it
                .doOnSuccess(done -> end(id, exchange.getResponse().getStatusCode(), start))
                // the status comes from who handles the error, further out
                .doOnError(thrown ->
                        end(id, thrown instanceof ErrorResponse error ? error.getStatusCode() : thrown, start))
                .doOnCancel(() -> end(id, "nobody", start))
                .contextWrite(context -> context.put(RequestId.KEY, id));
    }

    private static void end(String id, @Nullable Object what, long start) {
        log(
                id,
                "answers {} after {} ms",
                what,
                Duration.ofNanos(System.nanoTime() - start).toMillis());
    }

    private static void log(String id, String message, Object... values) {
        try (var inUse = RequestId.use(id)) {
            LOG.debug(message, values);
        }
    }
}
