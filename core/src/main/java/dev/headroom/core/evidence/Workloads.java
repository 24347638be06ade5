package dev.headroom.core.evidence;

import static dev.headroom.core.statistics.Thresholds.WHOLE;

import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Second;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** What the load generator counted, as a {@link Workload}. */
final class Workloads {

    private static final double FEWEST_SECONDS = Thresholds.FEWEST;

    private Workloads() {}

    /** One user that does not think. */
    static Workload unloaded(Baseline baseline, Observation seen) {
        Measure response = baseline.response();
        double rate = 1 / response.value();
        Measure throughput = new Measure(rate, rate * response.error() / response.value(), "one user, 1 / R0");
        double seconds = seen.window().seconds();
        return new Workload(
                new Workload.Closed(1, 0),
                throughput,
                0,
                1,
                0,
                response.value(),
                seconds,
                seconds,
                List.of(),
                List.of(),
                Failures.NONE,
                Optional.empty());
    }

    /** A second of the series that lies partly in the window counts in part, as if its responses were spread evenly over it. */
    static Workload of(Load load, Window window, LoadResult result) {
        double from = Times.seconds(Duration.between(result.startedAt(), window.start()));
        double length = window.seconds();
        double elapsed = Times.seconds(result.elapsed());
        boolean counted = !result.series().isEmpty() && length > 0;
        Cut cut = new Cut(result.series(), from, from + length);
        List<Second> whole = result.series().stream()
                .filter(second -> cut.share(second) >= WHOLE)
                .toList();
        double succeeded = cut.sum(Second::succeeded);
        Measure throughput = counted
                ? new Measure(
                        succeeded / length,
                        Math.hypot(errorOfMean(whole), 1 / length),
                        "successful responses that the load generator counted in " + whole.size()
                                + " whole seconds of the window")
                : Measure.of(result.throughput().perSecond(), "the load generator's count over the whole run");
        double response =
                succeeded > 0 ? cut.sum(one -> one.succeeded() * one.meanMillis()) / succeeded / 1e3 : Double.NaN;
        double filled = filled(load, from, result);
        Workload seen = new Workload(
                arrivals(load, counted ? OptionalDouble.of(cut.sum(Second::started) / length) : OptionalDouble.empty()),
                throughput,
                counted ? cut.sum(Second::failed) / length : elapsed > 0 ? result.failed() / elapsed : 0,
                counted ? cut.mean(Second::usuallyInFlight) : 0,
                counted ? growth(result, from, length) : 0,
                counted ? response : Times.seconds(result.latency().mean()),
                length,
                elapsed,
                whole.stream()
                        .filter(second -> second.second() >= filled)
                        .map(Second::succeeded)
                        .toList(),
                result.departures().stream()
                        .map(tenths -> tenths / 1e4 - from)
                        .filter(time -> time >= 0 && time <= length)
                        .sorted()
                        .toList(),
                failures(load, result),
                Optional.of(generator(result)));
        return onItsConnections(seen);
    }

    /** To the service, an open load whose connections are all in use is one of so many users who do not think. */
    private static Workload onItsConnections(Workload seen) {
        long users = seen.generator()
                .flatMap(Workload.Generator::waits)
                .map(LoadResult.Waits::atOnce)
                .orElse(0L);
        if (users == 0 || seen.inFlight() < users) {
            return seen;
        }
        double throughput = seen.throughput().value();
        return new Workload(
                new Workload.Closed(users, 0),
                seen.throughput(),
                seen.failed(),
                users,
                0,
                throughput > 0 ? users / throughput : Double.NaN,
                seen.seconds(),
                seen.elapsed(),
                seen.settled(),
                seen.departures(),
                seen.failures(),
                seen.generator());
    }

    /** Seconds since the load began after which an empty service has filled: half of those that it answers have come by then. */
    private static double filled(Load load, double from, LoadResult result) {
        double rampUp = load instanceof Load.Closed closed ? Times.seconds(closed.rampUp()) : 0;
        Latency latency = result.latency();
        return Math.max(from, rampUp)
                + Math.max(
                        1,
                        Times.seconds(
                                latency.unfinished() > 0 || latency.timedOut() > latency.count()
                                        ? latency.mean()
                                        : latency.p50()));
    }

    /**
     * Seconds of the load, but for those after its last request in which nothing comes to an end for longer than a request takes: who waits for one that hangs
     * does next to nothing.
     */
    static double busy(LoadResult result) {
        double elapsed = Times.seconds(result.elapsed());
        int sent = result.series().stream()
                .filter(second -> second.started() > 0)
                .mapToInt(Second::second)
                .max()
                .orElse(0);
        long still = result.series().stream()
                .filter(second -> second.second() > sent && second.second() < elapsed)
                .filter(second -> second.succeeded() + second.failed() == 0)
                .count();
        return elapsed - Math.max(0, still - Times.seconds(result.latency().mean()));
    }

    private static Workload.Generator generator(LoadResult result) {
        LoadResult.Generator itself = result.generator();
        return new Workload.Generator(
                Times.seconds(itself.cpu()) / Math.max(busy(result), 1e-9),
                Times.seconds(itself.lagMean()),
                Times.seconds(itself.lagMax()),
                Times.seconds(itself.readLagMean()),
                itself.binding(),
                Times.seconds(result.latency().p99()),
                result.lateInP99().map(Times::seconds).orElse(0.0),
                itself.waits(),
                (double) itself.retries() / Math.max(1, result.requests()),
                itself.tool().stream()
                        .mapToDouble(LoadResult.Tool::droppedShare)
                        .findFirst(),
                itself.tool().map(LoadResult.Tool::failedChecks).orElse(0L));
    }

    /**
     * How long failed requests took. Where nobody timed them, by Little's law over the whole run: requests in flight, summed over all seconds, are the response times
     * of all requests. What the successful ones do not account for is that of the failed.
     */
    private static Failures failures(Load load, LoadResult result) {
        if (!result.tellsFailures()) {
            return Failures.NONE;
        }
        double all =
                result.series().stream().mapToDouble(Second::usuallyInFlight).sum();
        double successful = result.succeeded() * Times.seconds(result.latency().mean());
        boolean unknown = result.series().isEmpty() || result.failed() == 0 || result.unfinished() > 0;
        return new Failures(
                result.requests(),
                result.errors(),
                result.causes(),
                result.statuses(),
                result.failedMean()
                        .map(Times::seconds)
                        .orElse(unknown ? Double.NaN : Math.max(0, all - successful) / result.failed()),
                result.failedMean().isPresent(),
                Times.seconds(result.latency().max()),
                Times.seconds(load.transport().timeout()),
                result.unfinished());
    }

    /** From the second to the last quarter of the window: the first holds the filling of an empty service, which is no backlog. */
    private static double growth(LoadResult result, double from, double length) {
        Cut second = new Cut(result.series(), from + length / 4, from + length / 2);
        Cut last = new Cut(result.series(), from + length * 3 / 4, from + length);
        double growth = (last.mean(Second::usuallyInFlight) - second.mean(Second::usuallyInFlight)) / (length / 2);
        return Double.isFinite(growth) ? growth : 0;
    }

    private static Workload.Arrivals arrivals(Load load, OptionalDouble arrived) {
        return switch (load) {
            case Load.Open open ->
                new Workload.Open(
                        open.rate().perSecond(),
                        arrived.orElse(open.rate().perSecond()),
                        open.arrivals().variation(),
                        open.steady().isPresent());
            case Load.Closed closed ->
                new Workload.Closed(
                        closed.users(),
                        Times.seconds(closed.thinkTime()),
                        !closed.stages().isEmpty() && closed.steady().isEmpty());
            case Load.Tool tool -> new Workload.Observed(true);
        };
    }

    /** Half of the 95 % interval of a second's answers, as if no second depended on the one before; NaN where too few are whole. */
    private static double errorOfMean(List<Second> seconds) {
        return seconds.size() < FEWEST_SECONDS
                ? Double.NaN
                : SampleMean.of(seconds.stream()
                                .map(second -> (double) second.succeeded())
                                .toList())
                        .halfWidth();
    }

    /** A stretch of the run, in seconds since the counted load began. */
    private record Cut(List<Second> series, double from, double to) {

        double share(Second second) {
            return LoadResult.within(second.second(), from, to);
        }

        double sum(ToDoubleFunction<Second> value) {
            return series.stream()
                    .filter(second -> share(second) > 0)
                    .mapToDouble(second -> share(second) * value.applyAsDouble(second))
                    .sum();
        }

        double mean(ToDoubleFunction<Second> value) {
            double all = sum(second -> 1);
            return all > 0 ? sum(value) / all : Double.NaN;
        }
    }
}
