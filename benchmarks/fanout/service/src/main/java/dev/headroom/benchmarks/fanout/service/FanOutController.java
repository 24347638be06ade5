package dev.headroom.benchmarks.fanout.service;

import static dev.headroom.fanout.Part.part;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import dev.headroom.fanout.FanOutException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** With this library: a gate, a queue, a deadline. What finds no room is told so at once. */
@RestController
class FanOutController {
    private final People people;
    private final Downstream downstream;
    private final FanOut fanOut;

    FanOutController(People people, ServiceSettings settings) {
        this.people = people;
        this.downstream = Downstream.named("people")
                .limit(settings.limit())
                .queue(settings.queue())
                .build();
        this.fanOut = FanOut.within(settings.deadline());
    }

    @GetMapping("/fanout")
    Composed compose(@RequestParam(defaultValue = "1") long id) throws InterruptedException {
        return fanOut.call(
                part(downstream, () -> people.profile(id)).named("profile"),
                part(downstream, () -> people.address(id)).named("address"),
                Composed::new);
    }

    @ExceptionHandler
    ResponseEntity<Void> full(FanOutException.Rejected rejected) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, "1")
                .build();
    }

    @ExceptionHandler
    ResponseEntity<Void> failed(FanOutException failed) {
        return ResponseEntity.status(
                        failed instanceof FanOutException.DeadlineExceeded
                                ? HttpStatus.GATEWAY_TIMEOUT
                                : HttpStatus.BAD_GATEWAY)
                .build();
    }
}
