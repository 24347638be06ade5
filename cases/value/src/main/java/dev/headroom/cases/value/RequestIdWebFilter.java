package dev.headroom.cases.value;

import dev.headroom.cases.common.RequestId;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
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
        // before the end is passed on: Tomcat may serve another request with that response as soon as it has it
        Runnable end = () -> log(
                id,
                "answers {} after {} ms",
                exchange.getResponse().getStatusCode(),
                Duration.ofNanos(System.nanoTime() - start).toMillis());
        return chain.filter(exchange)
                .doOnTerminate(end)
                .doOnCancel(end)
                .contextWrite(context -> context.put(RequestId.KEY, id));
    }

    private static void log(String id, String message, Object... values) {
        try (var inUse = RequestId.use(id)) {
            LOG.debug(message, values);
        }
    }
}
