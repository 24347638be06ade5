package dev.headroom.cases.facade;

import dev.headroom.cases.common.RequestId;
import java.util.IntSummaryStatistics;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * As the article has it: a call for each number, by a parallel stream. Its tasks go to the common pool, which the whole
 * JVM shares, and Tomcat's thread takes a hand in them as long as tasks of its own are next in the queue.
 */
@RestController
class DataController {
    private final LoggedCalls calls;

    DataController(@Qualifier("articles") ExternalService external) {
        this.calls = new LoggedCalls(external);
    }

    @GetMapping("/data/{times}")
    Data data(@PathVariable List<Integer> times) {
        long start = System.nanoTime();
        String id = RequestId.current();
        IntSummaryStatistics statistics =
                times.parallelStream().mapToInt(ms -> calls.time(ms, id)).summaryStatistics();
        return Data.of(statistics, start);
    }
}
