package dev.headroom.cases.bike;

import java.io.InterruptedIOException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.RestClientException;

/**
 * Says whose fault it was, where the lifted variant fails: 504 where the supplier took too long, 502 where it
 * could not be reached or failed.
 */
@RestControllerAdvice(assignableTypes = LiftedController.class)
class DownstreamTrouble {
    private static final Logger LOG = LoggerFactory.getLogger(DownstreamTrouble.class);

    @ExceptionHandler
    ResponseEntity<ProblemDetail> late(ParallelCalls.DeadlineExceeded late) {
        return answer(HttpStatus.GATEWAY_TIMEOUT, late);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> failed(RestClientException failed) {
        // Time-outs of connecting, reading and waiting for a connection are all of this one kind
        boolean late = Stream.<Throwable>iterate(failed, cause -> cause != null, Throwable::getCause)
                .anyMatch(InterruptedIOException.class::isInstance);
        return answer(late ? HttpStatus.GATEWAY_TIMEOUT : HttpStatus.BAD_GATEWAY, failed);
    }

    private static ResponseEntity<ProblemDetail> answer(HttpStatus status, Exception trouble) {
        LOG.warn("the supplier of parts: {}", trouble.getMessage());
        return ResponseEntity.of(ProblemDetail.forStatusAndDetail(
                        status,
                        status == HttpStatus.GATEWAY_TIMEOUT ? "the supplier took too long" : "the supplier failed"))
                .build();
    }
}
