package dev.headroom.benchmarks.webflux;

import io.netty.channel.ConnectTimeoutException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.reactive.function.client.WebClientException;
import org.springframework.web.server.ServerWebExchange;

/** Says whose fault it was: 504 where a downstream took too long, 502 where it could not be reached or failed. */
@RestControllerAdvice
class DownstreamTrouble {
    private static final Logger LOG = LoggerFactory.getLogger(DownstreamTrouble.class);

    @ExceptionHandler({TimeoutException.class, WebClientException.class})
    ResponseEntity<ProblemDetail> trouble(Exception trouble, ServerWebExchange exchange) {
        boolean late = Stream.<Throwable>iterate(trouble, cause -> cause != null, Throwable::getCause)
                .anyMatch(DownstreamTrouble::isTimeout);
        LOG.warn(
                "request {}: {}", exchange.getResponse().getHeaders().getFirst(RequestId.HEADER), trouble.getMessage());
        return ResponseEntity.of(ProblemDetail.forStatusAndDetail(
                        late ? HttpStatus.GATEWAY_TIMEOUT : HttpStatus.BAD_GATEWAY,
                        late ? "a downstream took too long" : "a downstream failed"))
                .build();
    }

    /** Reactor's and the pool's, Netty's while it reads, Netty's while it connects. */
    private static boolean isTimeout(Throwable trouble) {
        return trouble instanceof TimeoutException
                || trouble instanceof io.netty.handler.timeout.TimeoutException
                || trouble instanceof ConnectTimeoutException;
    }
}
