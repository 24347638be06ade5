package dev.headroom.core.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What the load generator saw, warm-up excluded.
 *
 * @param startedAt when the first counted request was due
 * @param elapsed from {@code startedAt} to the end of the last answer
 * @param requests sent and come to an end, whatever end that was
 * @param succeeded answered as the request asks: with 2xx, where it does not say
 * @param errors the others by kind; together with {@code succeeded} they make {@code requests}
 * @param statuses answers by HTTP status
 * @param throughput {@code succeeded / elapsed}
 * @param latency from the <em>intended</em> start of each request to the end of its answer (no coordinated omission)
 * @param serviceLatency from the <em>actual</em> start
 * @param series one entry for each second since {@code startedAt}
 * @param kinds the same by kind of request; none where there is only one
 */
public record LoadResult(
        Instant startedAt,
        Duration elapsed,
        long requests,
        long succeeded,
        Map<ErrorKind, Long> errors,
        Map<Integer, Long> statuses,
        Rate throughput,
        Latency latency,
        Latency serviceLatency,
        List<Second> series,
        Generator generator,
        List<Kind> kinds) {

    public LoadResult {
        kinds = List.copyOf(kinds);
        errors = Map.copyOf(errors);
        statuses = Map.copyOf(statuses);
        series = List.copyOf(series);
    }

    /** The same, told apart by kind of request. */
    public LoadResult withKinds(List<Kind> others) {
        return new LoadResult(
                startedAt,
                elapsed,
                requests,
                succeeded,
                errors,
                statuses,
                throughput,
                latency,
                serviceLatency,
                series,
                generator,
                others);
    }

    public long failed() {
        return requests - succeeded;
    }

    /** In flight when the load was over, which happens where its drain is cut short: in no figure but the number in flight. */
    public long unfinished() {
        return series.isEmpty() ? 0 : series.getLast().inFlight();
    }

    /**
     * What became of one kind of request.
     *
     * @param requests sent and come to an end
     * @param succeeded answered as the request asks: with 2xx, where it does not say
     * @param errors the others by kind
     * @param latency from the intended start of each request
     * @param perSecond {@code succeeded} second by second
     */
    public record Kind(
            String name,
            long requests,
            long succeeded,
            Map<ErrorKind, Long> errors,
            Latency latency,
            List<Long> perSecond) {
        public Kind {
            perSecond = List.copyOf(perSecond);
            errors = Map.copyOf(errors);
        }
    }

    /**
     * One second of the run. {@code started} counts requests by their actual start; {@code succeeded}, {@code failed} and the response times
     * (from the intended start, in ms) count by the end of the answer. {@code inFlight} is due or sent, and not
     * answered, at the end of the second.
     */
    public record Second(
            int second,
            long started,
            long succeeded,
            long failed,
            long inFlight,
            double meanMillis,
            double p50Millis,
            double p95Millis,
            double maxMillis) {}

    /**
     * What the generator says of itself.
     *
     * @param engine name and version
     * @param cpu processor time that it used for the counted load
     * @param lagMean how late requests were sent after they were due
     * @param lagMax the worst of it
     * @param connections opened in all
     * @param binding true where the generator, not the service, was the limit: the run is void
     */
    public record Generator(
            String engine,
            Duration cpu,
            Duration lagMean,
            Duration lagP99,
            Duration lagMax,
            long connections,
            boolean binding) {}
}
