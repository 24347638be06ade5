package dev.headroom.core.model.result;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What the load generator saw, warm-up excluded.
 *
 * @param startedAt when the first counted request was due
 * @param elapsed from {@code startedAt} to the end of the last answer
 * @param requests sent and come to an end, whatever end that was
 * @param succeeded answered as the request asks: with 2xx or 304, where it does not say
 * @param errors the others by kind; together with {@code succeeded} they make {@code requests}
 * @param statuses answers by HTTP status
 * @param throughput {@code succeeded / elapsed}
 * @param latency from the <em>intended</em> start of each request to the end of its answer (no coordinated omission)
 * @param serviceLatency from the <em>actual</em> start
 * @param series one entry for each second since {@code startedAt}
 * @param kinds the same by kind of request; none where there is only one
 * @param causes what was said of the first of each kind of error, where anything was
 * @param departures when the last thousands of successful answers ended, in tenths of a millisecond since {@code startedAt}, as they came; none where only sums are known
 * @param failedMean of how long the failed requests took that the service answered or broke off, from their intended start; empty where there is none, or nobody timed them
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
        List<Kind> kinds,
        Map<ErrorKind, String> causes,
        List<Integer> departures,
        Optional<Duration> failedMean) {

    public LoadResult {
        causes = Map.copyOf(causes);
        departures = List.copyOf(departures);
        kinds = List.copyOf(kinds);
        errors = Map.copyOf(errors);
        statuses = Map.copyOf(statuses);
        series = List.copyOf(series);
    }

    /** The same, told apart by kind of request. */
    public LoadResult withKinds(List<Kind> others) {
        return with(generator, others);
    }

    /** The same, with what others know of the generator. */
    public LoadResult with(Generator other) {
        return with(other, kinds);
    }

    private LoadResult with(Generator generator, List<Kind> kinds) {
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
                kinds,
                causes,
                departures,
                failedMean);
    }

    public long failed() {
        return requests - succeeded;
    }

    /** Successful answers in a window; a second that lies partly in it counts in part. Empty where they were not counted by the second. */
    public Optional<Rate> goodput(Window window) {
        double from = Times.seconds(Duration.between(startedAt, window.start()));
        double length = window.seconds();
        double good = series.stream()
                .mapToDouble(one -> one.succeeded() * within(one.second(), from, from + length))
                .sum();
        return series.isEmpty() || length <= 0 ? Optional.empty() : Optional.of(Rate.perSecond(good / length));
    }

    /** Whether anybody told successful answers from others. */
    public boolean tellsFailures() {
        return generator.tool().filter(tool -> !tool.tellsFailures()).isEmpty();
    }

    /** In flight when the load was over, which happens where its drain is cut short: in no figure but the number in flight. */
    public long unfinished() {
        return series.isEmpty() ? 0 : series.getLast().inFlight();
    }

    /**
     * What became of one kind of request.
     *
     * @param requests sent and come to an end
     * @param succeeded answered as the request asks: with 2xx or 304, where it does not say
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
     *
     * @param meanInFlight the same, on average over the second; empty where nobody counted all of it
     */
    public record Second(
            int second,
            long started,
            long succeeded,
            long failed,
            long inFlight,
            OptionalDouble meanInFlight,
            double meanMillis,
            double p50Millis,
            double p95Millis,
            double maxMillis) {

        /** How many were in flight on average, as well as that is known. */
        public double usuallyInFlight() {
            return meanInFlight.orElse(inFlight);
        }
    }

    /** How much of a second (0 to 1) lies between two moments, all since the counted load began. */
    public static double within(int second, double from, double to) {
        return Math.max(0, Math.min(to, second + 1) - Math.max(from, second));
    }

    /** What the generator's own lateness has to add to the 99th percentile, relative and absolute, to be worth a word. */
    private static final double LATE_SHARE = 0.1;

    private static final Duration LATE = Duration.ofMillis(1);

    /**
     * How much of the 99th percentile of the response time is the generator's own lateness: it is longer by so much from the intended start
     * than from the actual one, or so long do answers wait to be read. Empty where that is no substantial part of it, and where too few requests have such a percentile.
     */
    public Optional<Duration> lateInP99() {
        if (!latency.carries(Latency.Quantile.P99.share())) {
            return Optional.empty();
        }
        Duration sent = latency.p99().minus(serviceLatency.p99());
        // what waited for a connection was not sent late
        Duration own = generator.waits().isPresent() ? Times.shorter(sent, generator.lagP99()) : sent;
        Duration late = Times.longer(own, generator.readLagP99());
        return late.compareTo(LATE) > 0 && Times.seconds(late) > LATE_SHARE * Times.seconds(latency.p99())
                ? Optional.of(Times.shorter(late, latency.p99()))
                : Optional.empty();
    }

    /**
     * What the generator says of itself.
     *
     * @param engine name and version
     * @param cpu processor time that it used for the counted load
     * @param lagMean how late requests were sent after they were due
     * @param lagMax the worst of it
     * @param connections opened in all
     * @param binding true where the generator, not the service, was the limit: the run is void
     * @param readLagP99 how long answers wait until the generator reads them: how late it comes to what is due every 10 ms
     * @param readLagMean the same in the mean
     * @param retries requests sent a second time, as the service had closed the idle connection that they were sent on, or had refused them unseen
     * @param waits for one of the connections that an open load may have at most; empty where none was waited for
     * @param renewals how often users logged in again, since the service had answered 401
     * @param tool what is known of a load tool of somebody else's; empty where the load is ours
     */
    public record Generator(
            String engine,
            Duration cpu,
            Duration lagMean,
            Duration lagP99,
            Duration lagMax,
            long connections,
            boolean binding,
            Duration readLagP99,
            Duration readLagMean,
            long retries,
            Optional<Waits> waits,
            long renewals,
            Optional<Tool> tool) {

        /** What it says of itself, with what others say of it. */
        public Generator with(Tool other) {
            return new Generator(
                    engine,
                    cpu,
                    lagMean,
                    lagP99,
                    lagMax,
                    connections,
                    binding,
                    readLagP99,
                    readLagMean,
                    retries,
                    waits,
                    renewals,
                    Optional.of(other));
        }

        /** One that reads at once, and that neither sent anything twice nor waited for a connection. */
        public Generator(
                String engine,
                Duration cpu,
                Duration lagMean,
                Duration lagP99,
                Duration lagMax,
                long connections,
                boolean binding) {
            this(
                    engine,
                    cpu,
                    lagMean,
                    lagP99,
                    lagMax,
                    connections,
                    binding,
                    Duration.ZERO,
                    Duration.ZERO,
                    0,
                    Optional.empty(),
                    0,
                    Optional.empty());
        }
    }

    /**
     * A load tool of somebody else's.
     *
     * @param counted who counted requests and response times
     * @param dropped iterations of its script that it says it left out, since none of its users was free; empty where it says nothing of them
     * @param iterations of its script that came to their end; empty where it says nothing of them
     * @param seen requests per second that the service was seen to answer while the load was on; empty where nobody saw it
     * @param told the same as the tool tells it; empty where it is not read
     * @param checks of answers, by its script; empty where it tells of none
     * @param errorsCounted whether the service told its errors where the tool tells of no requests
     * @param judgedAsExpected whether its script was written of the experiment, and so holds each answer against what the experiment expects of it
     */
    public record Tool(
            Source counted,
            OptionalLong dropped,
            OptionalLong iterations,
            Optional<Measure> seen,
            OptionalDouble told,
            Optional<Checks> checks,
            boolean errorsCounted,
            boolean judgedAsExpected) {

        /** As it says itself, before it is known what the service was seen to answer. */
        public Tool(
                Source counted,
                OptionalLong dropped,
                OptionalLong iterations,
                Optional<Checks> checks,
                boolean judgedAsExpected) {
            this(
                    counted,
                    dropped,
                    iterations,
                    Optional.empty(),
                    OptionalDouble.empty(),
                    checks,
                    false,
                    judgedAsExpected);
        }

        /** The same beside what the service was seen to answer. */
        public Tool beside(Optional<Measure> atService, OptionalDouble byTool, boolean errorsSeen) {
            return new Tool(counted, dropped, iterations, atService, byTool, checks, errorsSeen, judgedAsExpected);
        }

        /** Whether anybody told its successful answers from others. */
        public boolean tellsFailures() {
            return counted != Source.SERVICE || errorsCounted;
        }

        /** Checks that did not hold: of which answers nobody knows. */
        public long failedChecks() {
            return checks.map(Checks::failed).orElse(0L);
        }

        /** Of the iterations that were due (0 to 1), those that it left out: an iteration may be many requests. 0 where it says nothing of them. */
        public double droppedShare() {
            double left = dropped.orElse(0);
            return iterations.isPresent() && left > 0 ? left / (left + iterations.getAsLong()) : 0;
        }

        /**
         * Checks of a script: what it asks of its answers, or of anything else.
         *
         * @param made how often one was held against something
         * @param failed how often one did not hold
         */
        public record Checks(long made, long failed) {}

        /** Who counted, and from when on. */
        public enum Source {
            /** The tool, from when a request was meant to be sent. */
            INTENDED_START,
            /** The tool, from when a request was sent: what it waited to be sent is in no figure. */
            ACTUAL_START,
            /** The service or the kernel: only means are known. */
            SERVICE
        }
    }

    /**
     * Requests that were due and found all connections of the load in use. Their wait is part of the response time from the intended start.
     *
     * @param requests that waited
     * @param mean of their waits
     * @param max of their waits
     * @param atOnce requests that these connections carry at the same time: one each, in HTTP/2 as many as the service allows
     */
    public record Waits(long requests, Duration mean, Duration max, long atOnce) {}
}
