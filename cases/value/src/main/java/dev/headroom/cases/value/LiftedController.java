package dev.headroom.cases.value;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * What goes into production: plain blocking code on virtual threads, with the wait and the number bounded. Here blocking
 * costs no thread that anybody else would need.
 */
@RestController
@ConditionalOnWebApplication(type = Type.SERVLET)
class LiftedController {
    private static final Logger LOG = LoggerFactory.getLogger(LiftedController.class);

    private final SlowValue value;
    private final Deadline deadline;

    LiftedController(SlowValue value, Deadline deadline) {
        this.value = value;
        this.deadline = deadline;
    }

    @GetMapping("/value_lifted")
    int value() throws InterruptedException {
        String id = RequestId.current();
        return deadline.within(() -> value.get(id));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> late(Deadline.Exceeded late) {
        LOG.warn("the value: {}", late.getMessage());
        return ResponseEntity.of(
                        ProblemDetail.forStatusAndDetail(HttpStatus.GATEWAY_TIMEOUT, "the value took too long"))
                .build();
    }
}
