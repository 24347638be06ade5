package dev.headroom.benchmarks.webflux;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** A service that this one asks, under the id of the request that it asks for. */
final class Downstream {
    private final WebClient web;

    Downstream(WebClient web) {
        this.web = web;
    }

    <T> Mono<T> get(Class<T> type, String path, Object... values) {
        return get(ParameterizedTypeReference.forType(type), path, values);
    }

    <T> Mono<T> get(ParameterizedTypeReference<T> type, String path, Object... values) {
        return Mono.deferContextual(context -> web.get()
                .uri(path, values)
                .header(RequestId.HEADER, context.<String>getOrDefault(RequestId.KEY, "-"))
                .retrieve()
                .bodyToMono(type));
    }
}
