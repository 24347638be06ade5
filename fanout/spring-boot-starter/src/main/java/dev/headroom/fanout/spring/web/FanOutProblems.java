package dev.headroom.fanout.spring.web;

import dev.headroom.fanout.FanOutException;
import dev.headroom.fanout.FanOutException.DeadlineExpired;
import dev.headroom.fanout.FanOutException.Rejected;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.RestClientException;

/**
 * What a caller is told of a fan-out that failed: 503 where the call was never made, 504 where there was no answer in time,
 * 502 where the downstream or the way to it failed (RFC 9110, 15.6). A call that failed with a status of its own keeps
 * that. Anything else that a call threw is a fault of the application, and stays one.
 */
@RestControllerAdvice
final class FanOutProblems {
    private static final int CAUSES = 16;

    private final Duration retryAfter;
    private final boolean names;

    /** @param names whether the downstream is named to the caller */
    FanOutProblems(Duration retryAfter, boolean names) {
        this.retryAfter = retryAfter;
        this.names = names;
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> answer(FanOutException thrown) {
        if (thrown instanceof Rejected) {
            HttpHeaders headers = new HttpHeaders();
            headers.set(HttpHeaders.RETRY_AFTER, RetryAfter.seconds(retryAfter));
            return answer(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "Too many calls to " + service(thrown) + " are in flight; try again later.",
                    headers);
        }
        if (thrown instanceof DeadlineExpired) {
            return expired(thrown);
        }
        for (Throwable cause : causes(thrown).skip(1).toList()) {
            if (cause instanceof ErrorResponse ownStatus) {
                return ResponseEntity.status(ownStatus.getStatusCode())
                        .headers(ownStatus.getHeaders())
                        .body(ownStatus.getBody());
            }
            if (cause instanceof FanOutException nested) {
                return answer(nested);
            }
        }
        if (isExpired(thrown)) {
            return expired(thrown);
        }
        if (isOfTheClient(thrown)) {
            return answer(HttpStatus.BAD_GATEWAY, "The call to " + service(thrown) + " failed.", new HttpHeaders());
        }
        // Thrown again, as it is, it goes on to other handlers as if this one were not there
        throw thrown;
    }

    private ResponseEntity<ProblemDetail> expired(FanOutException thrown) {
        return answer(
                HttpStatus.GATEWAY_TIMEOUT,
                "There was no answer of " + service(thrown) + " in time.",
                new HttpHeaders());
    }

    private String service(FanOutException thrown) {
        return names ? "'" + thrown.downstream() + "'" : "another service";
    }

    private static ResponseEntity<ProblemDetail> answer(HttpStatusCode status, String detail, HttpHeaders headers) {
        return ResponseEntity.status(status).headers(headers).body(ProblemDetail.forStatusAndDetail(status, detail));
    }

    private static boolean isExpired(Throwable thrown) {
        return causes(thrown).anyMatch(cause -> cause.getClass().getSimpleName().endsWith("TimeoutException"));
    }

    private static boolean isOfTheClient(Throwable thrown) {
        return causes(thrown)
                .anyMatch(cause -> cause instanceof RestClientException
                        || cause instanceof SocketException
                        || cause instanceof UnknownHostException
                        || cause instanceof SSLException
                        || cause.getClass().getName().startsWith("org.springframework.web.reactive.function.client."));
    }

    private static java.util.stream.Stream<Throwable> causes(Throwable thrown) {
        return java.util.stream.Stream.iterate(thrown, cause -> cause != null, Throwable::getCause)
                .limit(CAUSES);
    }
}
