package dev.headroom.cases.facade;

import static dev.headroom.fanout.Part.part;

import dev.headroom.cases.common.RequestId;
import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What goes into production: all calls at once on virtual threads, with every wait and every number bounded. */
@RestController
class LiftedController {
    private final FanOut fanOut;
    private final Downstream external;
    private final LoggedCalls calls;
    private final int maxCalls;

    LiftedController(
            @Qualifier("external") Downstream external,
            @Qualifier("pooled") ExternalService client,
            LiftedSettings settings,
            @Value("${lifted.timeout}") Duration timeout) {
        this.fanOut = FanOut.within(timeout);
        this.external = external;
        this.calls = new LoggedCalls(client);
        this.maxCalls = settings.maxCalls();
    }

    @GetMapping("/data_lifted/{times}")
    Data data(@PathVariable List<Integer> times) throws InterruptedException {
        if (times.size() > maxCalls) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "at most " + maxCalls + " numbers at a time");
        }
        long start = System.nanoTime();
        List<Integer> all = fanOut.all(times, ms -> part(external, () -> calls.time(ms, RequestId.current())));
        return Data.of(all.stream().mapToInt(Integer::intValue).summaryStatistics(), start);
    }
}
