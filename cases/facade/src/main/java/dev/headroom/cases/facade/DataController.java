package dev.headroom.cases.facade;

import dev.headroom.cases.common.RequestId;
import java.time.Duration;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * As the article's author wrote it: a call for each number, by a parallel stream inside a task of the common pool. So the
 * workers of that pool make all the calls, and the whole JVM shares them; Tomcat's thread waits and takes no hand in it.
 */
@RestController
class DataController {
    private final LoggedCalls calls;
    private final Duration timeout;

    DataController(@Qualifier("articles") ExternalService external, ExternalSettings settings) {
        this.calls = new LoggedCalls(external);
        this.timeout = settings.timeout();
    }

    @GetMapping("/data/{times}")
    Data data(@PathVariable List<Integer> times) throws ExecutionException, InterruptedException {
        String id = RequestId.current();
        try {
            return CompletableFuture.supplyAsync(() -> load(times, id)).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new ResponseStatusException(HttpStatus.GATEWAY_TIMEOUT, "no statistics within " + timeout, e);
        }
    }

    private Data load(List<Integer> times, String id) {
        long start = System.nanoTime();
        IntSummaryStatistics statistics =
                times.parallelStream().mapToInt(ms -> calls.time(ms, id)).summaryStatistics();
        return Data.of(statistics, start);
    }
}
