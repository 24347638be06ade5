package dev.headroom.benchmarks.webflux;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Takes a request's id or makes one, and carries it in the context of the request's stream: it has no thread of its own. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestId implements WebFilter {
    static final String HEADER = "X-Request-Id";

    /** In the context of a stream. */
    static final String KEY = "requestId";

    /** Nothing that could forge a line of the log. */
    private static final Pattern SAFE = Pattern.compile("[\\w.:-]{1,64}");

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        String id = of(exchange.getRequest().getHeaders().getFirst(HEADER));
        exchange.getResponse().getHeaders().set(HEADER, id);
        return chain.filter(exchange).contextWrite(context -> context.put(KEY, id));
    }

    private static String of(@Nullable String header) {
        return header != null && SAFE.matcher(header).matches()
                ? header
                : HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    }
}
