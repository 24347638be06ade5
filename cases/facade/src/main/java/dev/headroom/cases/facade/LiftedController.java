package dev.headroom.cases.facade;

import java.util.List;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What goes into production: all calls at once on virtual threads, with every wait and every number bounded. */
@RestController
class LiftedController {
    private final LoggedCalls calls;
    private final ParallelCalls parallel;
    private final int maxCalls;

    LiftedController(@Qualifier("pooled") ExternalService external, ParallelCalls parallel, LiftedSettings settings) {
        this.calls = new LoggedCalls(external);
        this.parallel = parallel;
        this.maxCalls = settings.maxCalls();
    }

    @GetMapping("/data_lifted/{times}")
    Data data(@PathVariable List<Integer> times) throws InterruptedException {
        if (times.size() > maxCalls) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "at most " + maxCalls + " numbers at a time");
        }
        long start = System.nanoTime();
        String id = RequestId.current();
        List<Supplier<Integer>> all = times.stream()
                .<Supplier<Integer>>map(ms -> () -> calls.time(ms, id))
                .toList();
        return Data.of(parallel.all(all).stream().mapToInt(Integer::intValue).summaryStatistics(), start);
    }
}
