package dev.headroom.benchmarks.webflux;

import java.time.Duration;
import java.util.IntSummaryStatistics;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Case facade: statistics over as many calls at the same time as the request has numbers. */
@RestController
class FacadeController {
    private final Downstream external;
    private final PeerSettings settings;

    FacadeController(@Qualifier("external") Downstream external, PeerSettings settings) {
        this.external = external;
        this.settings = settings;
    }

    @GetMapping("/data/{times}")
    Mono<Data> data(@PathVariable List<Integer> times) {
        if (times.size() > settings.maxCalls()) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, "at most " + settings.maxCalls() + " numbers at a time");
        }
        long start = System.nanoTime();
        return Flux.fromIterable(times)
                .flatMap(ms -> external.get(ExternalData.class, "/external-data/{ms}", ms), settings.maxCalls())
                .collect(IntSummaryStatistics::new, (all, one) -> all.accept(one.time()))
                .timeout(settings.timeout())
                .map(all -> Data.of(all, start));
    }

    record Data(Statistics statistics, long spentTime) {
        static Data of(IntSummaryStatistics times, long startNanos) {
            return new Data(
                    new Statistics(
                            times.getCount(), times.getSum(), times.getMin(), times.getMax(), times.getAverage()),
                    Duration.ofNanos(System.nanoTime() - startNanos).toMillis());
        }
    }

    record Statistics(long count, long sum, int min, int max, double average) {}

    private record ExternalData(int time) {}
}
