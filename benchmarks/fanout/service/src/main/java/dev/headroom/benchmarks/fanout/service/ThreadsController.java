package dev.headroom.benchmarks.fanout.service;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** As virtual threads invite to write it: one for each call, as many as there are. */
@RestController
class ThreadsController {
    private final People people;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    ThreadsController(People unbounded) {
        this.people = unbounded;
    }

    @GetMapping("/threads")
    Composed compose(@RequestParam(defaultValue = "1") long id) throws ExecutionException, InterruptedException {
        var profile = threads.submit(() -> people.profile(id));
        var address = threads.submit(() -> people.address(id));
        return new Composed(profile.get(), address.get());
    }

    @ExceptionHandler
    ResponseEntity<Void> failed(ExecutionException failed) {
        return ResponseEntity.status(HttpStatus.BAD_GATEWAY).build();
    }
}
