package dev.headroom.core.testing;

import dev.headroom.core.laws.OpenOverload;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Writes what a load generator would have counted, by the laws, without one. */
public final class Counts {

    private Counts() {}

    /** Of somebody else's load: as the kernel's sockets would tell, and no more. */
    public static Counted byKernel(double throughput, double error, double inFlight) {
        return byKernel(new Measure(throughput, error, "the kernel's sockets"), inFlight, List.of());
    }

    /** The same with the moments at which answers went out. */
    public static Counted byKernel(double throughput, double inFlight, List<Double> departures) {
        return byKernel(new Measure(throughput, 1, "the kernel's sockets"), inFlight, departures);
    }

    private static Counted byKernel(Measure throughput, double inFlight, List<Double> departures) {
        return new Counted(throughput, inFlight, 0, departures, OptionalDouble.empty(), OptionalDouble.empty());
    }

    public static Load.Open open(double rate, double seconds) {
        return new Load.Open(Rate.perSecond(rate), Times.ofSeconds(seconds), Transport.DEFAULT, Optional.empty());
    }

    public static Load.Closed closed(int users, double think, Until until) {
        return new Load.Closed(
                users, Duration.ZERO, Times.ofSeconds(think), until, Transport.DEFAULT, Optional.empty());
    }

    /** An open load on a service with a ceiling; {@code unloaded} is R0 in seconds. */
    public static LoadResult of(Load.Open load, double ceiling, double unloaded) {
        double rate = load.rate().perSecond();
        double duration = Times.seconds(load.duration());
        double served = Math.min(rate, ceiling);
        double growth = OpenOverload.backlogGrowth(rate, ceiling);
        double end = duration + duration * growth / ceiling + unloaded;
        List<LoadResult.Second> series = new ArrayList<>();
        for (int second = 0; second < end; second++) {
            double arrived = rate * Math.min(second + 1, duration);
            double answered = Math.min(rate * duration, served * Math.max(0, second + 1 - unloaded));
            double before = Math.min(rate * duration, served * Math.max(0, second - unloaded));
            double at = Math.max(0, second + 0.5 - unloaded) * served / rate;
            double millis = (unloaded + at * growth / ceiling) * 1e3;
            series.add(new LoadResult.Second(
                    second,
                    Math.round(arrived) - Math.round(rate * Math.min(second, duration)),
                    Math.round(answered) - Math.round(before),
                    0,
                    Math.round(arrived - answered),
                    OptionalDouble.of(arrived - answered),
                    millis,
                    millis,
                    millis,
                    millis));
        }
        double mean = unloaded + duration / 2 * growth / ceiling;
        return result(Math.round(rate * duration), 0, end, mean, series);
    }

    /** A closed load that ran evenly for {@code seconds}. */
    public static LoadResult of(Load.Closed load, double throughput, double response, int seconds) {
        List<LoadResult.Second> series = new ArrayList<>();
        long inFlight = Math.round(throughput * response);
        for (int second = 0; second < seconds; second++) {
            long answered = Math.round(throughput * (second + 1)) - Math.round(throughput * second);
            double millis = response * 1e3;
            series.add(new LoadResult.Second(
                    second,
                    answered,
                    answered,
                    0,
                    inFlight,
                    OptionalDouble.of(throughput * response),
                    millis,
                    millis,
                    millis,
                    millis));
        }
        series.add(drained(seconds));
        return result(Math.round(throughput * seconds), 0, seconds, response, series);
    }

    /** What a closed load saw that ran evenly for {@code seconds} while some of its requests failed. */
    public static LoadResult failing(
            Load.Closed load, double good, double response, ErrorKind kind, int status, double bad, int seconds) {
        return failing(load.users(), good, response, kind, status, bad, seconds);
    }

    /** The same of any load that has so many requests in flight. */
    public static LoadResult failing(
            int inFlight, double good, double response, ErrorKind kind, int status, double bad, int seconds) {
        List<LoadResult.Second> series = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            long answered = Math.round(good * (second + 1)) - Math.round(good * second);
            long failed = Math.round(bad * (second + 1)) - Math.round(bad * second);
            double millis = response * 1e3;
            series.add(new LoadResult.Second(
                    second,
                    answered + failed,
                    answered,
                    failed,
                    inFlight,
                    OptionalDouble.empty(),
                    millis,
                    millis,
                    millis,
                    millis));
        }
        series.add(drained(seconds));
        long succeeded = Math.round(good * seconds);
        long failed = Math.round(bad * seconds);
        return new LoadResult(
                Seen.START,
                Duration.ofSeconds(seconds),
                succeeded + failed,
                succeeded,
                Map.of(kind, failed),
                kind == ErrorKind.STATUS ? Map.of(200, succeeded, status, failed) : Map.of(200, succeeded),
                Rate.perSecond(succeeded / (double) seconds),
                latency(succeeded, response),
                latency(succeeded, response),
                series,
                generator(false),
                List.of(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    /** The same, of failures that took so many seconds each, as the load generator times them. */
    public static LoadResult timed(LoadResult result, double seconds) {
        return new LoadResult(
                result.startedAt(),
                result.elapsed(),
                result.requests(),
                result.succeeded(),
                result.errors(),
                result.statuses(),
                result.throughput(),
                result.latency(),
                result.serviceLatency(),
                result.series(),
                result.generator(),
                result.kinds(),
                Map.of(),
                List.of(),
                Optional.of(Times.ofSeconds(seconds)));
    }

    /** The same, of which one failure had another status. */
    public static LoadResult withOdd(LoadResult result, int most, int odd) {
        Map<Integer, Long> statuses = new HashMap<>(result.statuses());
        statuses.merge(most, -1L, Long::sum);
        statuses.put(odd, 1L);
        return with(result, statuses, result.series(), result.departures());
    }

    public static LoadResult result(
            long succeeded, long failed, double elapsed, double mean, List<LoadResult.Second> series) {
        return new LoadResult(
                Seen.START,
                Times.ofSeconds(elapsed),
                succeeded + failed,
                succeeded,
                failed > 0 ? Map.of(ErrorKind.TIMEOUT, failed) : Map.of(),
                Map.of(200, succeeded),
                Rate.perSecond(succeeded / elapsed),
                latency(succeeded, mean),
                latency(succeeded, mean),
                series,
                generator(false),
                List.of(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    /** The same, but that so many were still in flight when it was over. */
    public static LoadResult cutShort(LoadResult result, long inFlight) {
        List<LoadResult.Second> series = new ArrayList<>(result.series());
        LoadResult.Second last = series.removeLast();
        series.add(new LoadResult.Second(
                last.second(), 0, last.succeeded(), last.failed(), inFlight, OptionalDouble.empty(), 0, 0, 0, 0));
        return with(result, result.statuses(), series, List.of());
    }

    /** @param seconds since the load began at which its answers ended */
    public static LoadResult departing(LoadResult result, List<Double> seconds) {
        return with(
                result,
                result.statuses(),
                result.series(),
                seconds.stream().map(one -> (int) Math.round(one * 1e4)).toList());
    }

    public static LoadResult lagged(LoadResult result) {
        return result.with(generator(true));
    }

    /** The same, of a load tool that was the limit, for what it left out or since it had no processor time left. */
    public static LoadResult byTool(LoadResult result, long iterations, long dropped) {
        return result.with(new LoadResult.Generator(
                        "k6", Duration.ofSeconds(5), Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, true)
                .with(new LoadResult.Tool(
                        LoadResult.Tool.Source.ACTUAL_START,
                        OptionalLong.of(dropped),
                        OptionalLong.of(iterations),
                        Optional.empty(),
                        false)));
    }

    /** The same, of a generator that sent requests so late in the mean. */
    public static LoadResult late(LoadResult result, Duration mean) {
        return result.with(new LoadResult.Generator("none", Duration.ZERO, mean, mean, mean, 1, false));
    }

    /** The same, of a generator that is late by so much in the mean to read what came, and at once sends on. */
    public static LoadResult readLate(LoadResult result, Duration mean) {
        return result.with(new LoadResult.Generator(
                "none",
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                1,
                true,
                mean.multipliedBy(3),
                mean,
                0,
                Optional.empty(),
                0,
                Optional.empty()));
    }

    /** The same, of a generator that took so much processor time. */
    public static LoadResult busy(LoadResult result, Duration cpu) {
        return result.with(new LoadResult.Generator("none", cpu, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1, true));
    }

    /** The same, of a load tool. */
    public static LoadResult byTool(LoadResult result, LoadResult.Tool tool) {
        return result.with(generator(false).with(tool));
    }

    /** The same from the actual start of each request, but sent so late that the 99th percentile is longer by as much. */
    public static LoadResult sentLate(LoadResult result, Duration late) {
        Latency sent = result.serviceLatency();
        Latency due = new Latency(
                sent.count(),
                sent.mean(),
                sent.meanError(),
                sent.min(),
                sent.p50(),
                sent.p90(),
                sent.p95(),
                sent.p99().plus(late),
                sent.p999().plus(late),
                sent.max().plus(late),
                sent.curve(),
                0,
                0,
                Duration.ZERO);
        return new LoadResult(
                result.startedAt(),
                result.elapsed(),
                result.requests(),
                result.succeeded(),
                result.errors(),
                result.statuses(),
                result.throughput(),
                due,
                sent,
                result.series(),
                result.generator(),
                result.kinds(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    /** The same, of a load that had only so many connections: all else waited for one. */
    public static LoadResult waited(LoadResult result, LoadResult.Waits waits) {
        LoadResult.Generator plain = result.generator();
        return result.with(new LoadResult.Generator(
                plain.engine(),
                plain.cpu(),
                plain.lagMean(),
                plain.lagP99(),
                plain.lagMax(),
                plain.connections(),
                plain.binding(),
                plain.readLagP99(),
                plain.readLagMean(),
                plain.retries(),
                Optional.of(waits),
                plain.renewals(),
                Optional.empty()));
    }

    private static LoadResult with(
            LoadResult result, Map<Integer, Long> statuses, List<LoadResult.Second> series, List<Integer> departures) {
        return new LoadResult(
                result.startedAt(),
                result.elapsed(),
                result.requests(),
                result.succeeded(),
                result.errors(),
                statuses,
                result.throughput(),
                result.latency(),
                result.serviceLatency(),
                series,
                result.generator(),
                result.kinds(),
                Map.of(),
                departures,
                Optional.empty());
    }

    /** The second in which the last answers come, of a load that waits for them. */
    private static LoadResult.Second drained(int second) {
        return new LoadResult.Second(second, 0, 0, 0, 0, OptionalDouble.empty(), 0, 0, 0, 0);
    }

    private static Latency latency(long count, double mean) {
        Duration time = Times.ofSeconds(mean);
        return new Latency(
                count, time, Duration.ZERO, time, time, time, time, time, time, time, List.of(), 0, 0, Duration.ZERO);
    }

    private static LoadResult.Generator generator(boolean binding) {
        return new LoadResult.Generator(
                "none",
                Duration.ZERO,
                Duration.ofSeconds(binding ? 1 : 0),
                Duration.ofSeconds(binding ? 2 : 0),
                Duration.ofSeconds(binding ? 3 : 0),
                1,
                binding);
    }
}
