package dev.headroom.benchmarks.webflux;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * A bound on the requests in flight. Event loops have none of their own: without it an overload would queue unseen, and
 * every request would be late instead of a few refused at once.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1) // after the request id
class Admission implements WebFilter {
    private static final byte[] FULL = """
            {"status":503,"title":"Service Unavailable","detail":"as many requests as may be are in flight"}""".getBytes(StandardCharsets.UTF_8);

    private final Semaphore permits;
    private final String retryAfter;

    Admission(PeerSettings settings) {
        this.permits = new Semaphore(settings.maxInFlight());
        this.retryAfter = Long.toString(Math.ceilDiv(settings.retryAfter().toMillis(), 1_000L));
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (exchange.getRequest().getPath().value().equals("/ready")) {
            return chain.filter(exchange);
        }
        return permits.tryAcquire()
                ? chain.filter(exchange).doFinally(end -> permits.release())
                : refuse(exchange.getResponse());
    }

    private Mono<Void> refuse(ServerHttpResponse response) {
        response.setStatusCode(HttpStatus.SERVICE_UNAVAILABLE);
        response.getHeaders().set(HttpHeaders.RETRY_AFTER, retryAfter);
        response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(FULL)));
    }
}
