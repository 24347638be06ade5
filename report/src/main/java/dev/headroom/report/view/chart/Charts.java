package dev.headroom.report.view.chart;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.PoolSample;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.Latency.Quantile;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Second;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which plots a run gives, and what each of them says in words. */
public final class Charts {

    private static final int MAX_POOLS = 6;
    /** A pool that never has this many busy workers on average, and is never full, tells a reader nothing. */
    private static final double INTERESTING = 0.5;
    /** Pools whose tops lie within this factor of each other are drawn on one scale. */
    private static final double ONE_SCALE = 2.5;

    private Charts() {}

    public static List<Chart> overTime(Run run, int index) {
        List<Chart> charts = new ArrayList<>();
        run.result().filter(result -> !result.series().isEmpty()).ifPresent(result -> {
            charts.add(new Chart("latency", index, "Response time", "per second", latencyWords(result)));
            charts.add(
                    new Chart("throughput", index, "Throughput", "requests per second", throughputWords(run, result)));
            charts.add(new Chart("waiting", index, "In flight and queued", "count", waitingWords(run, result)));
        });
        return charts;
    }

    public static List<Chart> threads(Diagnosed run, int index) {
        if (run.observation().filter(seen -> !seen.series().isEmpty()).isEmpty()) {
            return List.of();
        }
        Observation observation = run.observation().orElseThrow();
        List<Station> pools = interesting(run, observation);
        Map<String, Integer> tops = tops(pools, observation);
        return pools.stream()
                // a pool that no sample holds has no picture
                .filter(pool -> tops.containsKey(pool.name()))
                .map(pool -> new Chart(
                        "threads",
                        index,
                        pool.name(),
                        tops.getOrDefault(pool.name(), 1),
                        0,
                        pool.name(),
                        Words.of(pool.kind()),
                        threadWords(pool)))
                .toList();
    }

    public static List<Chart> percentiles(Run run, int index) {
        return run
                .result()
                .filter(result -> !result.latency().curve().isEmpty())
                .map(result -> new Chart(
                        "percentiles",
                        index,
                        "Percentiles",
                        result.failed() > 0
                                ? "of the " + Format.count(result.succeeded()) + " successful responses"
                                : "response time",
                        percentileWords(result)))
                .stream()
                .toList();
    }

    /** Those of the chain first, then by how busy they are. */
    private static List<Station> interesting(Diagnosed run, Observation observation) {
        List<String> chain = run.diagnosis().map(Diagnosis::chain).orElse(List.of());
        return observation.pools().stream()
                .filter(pool ->
                        chain.contains(pool.name()) || pool.active() >= INTERESTING || pool.saturatedShare() > 0)
                .sorted(Comparator.comparingInt((Station pool) -> position(chain, pool.name()))
                        .thenComparing(
                                Comparator.comparingDouble(Station::active).reversed()))
                .limit(MAX_POOLS)
                .toList();
    }

    private static int position(List<String> chain, String pool) {
        int at = chain.indexOf(pool);
        return at < 0 ? Integer.MAX_VALUE : at;
    }

    private static Map<String, Integer> tops(List<Station> pools, Observation observation) {
        Set<String> names = pools.stream().map(Station::name).collect(Collectors.toSet());
        Map<String, Integer> peaks = new HashMap<>();
        observation.series().stream()
                .flatMap(sample -> sample.pools().stream())
                .filter(sample -> names.contains(sample.pool()))
                .forEach(sample -> peaks.merge(sample.pool(), Math.max(1, stacked(sample)), Math::max));
        List<String> byPeak = peaks.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
        Map<String, Integer> tops = new HashMap<>();
        int shared = 0;
        for (String pool : byPeak) {
            int peak = peaks.getOrDefault(pool, 1);
            shared = shared > 0 && shared <= peak * ONE_SCALE ? shared : peak;
            tops.put(pool, shared);
        }
        return tops;
    }

    private static int stacked(PoolSample sample) {
        return Math.max(
                sample.workers(),
                sample.activities().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum());
    }

    private static String latencyWords(LoadResult result) {
        List<Second> seconds = result.series().stream()
                .filter(second -> second.succeeded() > 0)
                .toList();
        if (seconds.isEmpty()) {
            return "No request was answered.";
        }
        Second first = seconds.getFirst();
        Second worst = seconds.stream()
                .max(Comparator.comparingDouble(Second::p95Millis))
                .orElse(first);
        return (result.failed() > 0 ? "Of the successful responses p95 is " : "p95 is ") + millis(first.p95Millis())
                + " in the first second and " + millis(worst.p95Millis()) + " at its worst, in second " + worst.second()
                + ".";
    }

    private static String throughputWords(Run run, LoadResult result) {
        String offered = run.load()
                .offered()
                .map(rate -> Format.rate(rate) + (isStaged(run.load()) ? " offered in the window, " : " offered, "))
                .orElse("");
        String failed = !result.tellsFailures()
                ? "errors not counted"
                : result.failed() == 0 ? "no errors" : Format.count(result.failed()) + " failed";
        return offered + Format.rate(result.throughput()) + " answered over the whole run; " + failed + ".";
    }

    private static boolean isStaged(Load load) {
        return load instanceof Load.Open open && !open.stages().isEmpty();
    }

    private static String waitingWords(Run run, LoadResult result) {
        long most = result.series().stream().mapToLong(Second::inFlight).max().orElse(0);
        String queues = run.observation().stream()
                .flatMap(seen -> seen.pools().stream())
                .filter(pool -> pool.queueMax().orElse(0) >= 1)
                .map(pool -> pool.name() + " queued up to "
                        + Format.count(Math.round(pool.queueMax().orElse(0))) + " tasks")
                .collect(Collectors.joining("; "));
        return "At most " + Format.count(most) + " requests in flight; "
                + (queues.isEmpty() ? "no pool was seen with a queue." : queues + ".");
    }

    private static String threadWords(Station pool) {
        String bound = pool.maximum().isPresent()
                ? " of " + Format.count(pool.maximum().getAsInt())
                : "";
        String doing = pool.activities().entrySet().stream()
                .filter(entry -> entry.getValue() >= 0.05)
                .sorted(Map.Entry.<Activity, Double>comparingByValue().reversed())
                .map(entry -> Format.workers(entry.getValue()) + " " + Words.of(entry.getKey()))
                .collect(Collectors.joining(", "));
        return Format.workers(pool.active()) + bound + " busy on average"
                + (doing.isEmpty() ? "." : ": " + doing + ".");
    }

    /** {@code at least} where the request of that rank was not awaited to its end. */
    private static String percentileWords(LoadResult result) {
        Latency latency = result.latency();
        long ranked = latency.ranked();
        String whose = ranked > latency.count()
                ? Format.count(ranked) + " requests that " + Words.ranked(latency) + " ("
                        + Format.count(latency.count()) + " succeeded)"
                : result.failed() > 0
                        ? Format.count(ranked) + " requests that succeeded (of " + Format.count(result.requests()) + ")"
                        : Format.count(ranked) + " requests";
        return "Of the " + whose + " "
                + latency.at(Quantile.P50)
                        .map(time -> "half took " + words(time) + ", ")
                        .orElse("")
                + latency.at(Quantile.P95)
                        .map(time -> "95 % " + words(time) + ", ")
                        .orElse("")
                + latency.longest().map(time -> "the longest " + plain(time)).orElse("none was answered")
                + ", from their intended start"
                + result.serviceLatency()
                        .at(Quantile.P95)
                        .map(time -> "; from the actual start 95 % took " + words(time))
                        .orElse("")
                + ".";
    }

    private static String words(Latency.Time time) {
        return time.atLeast() ? plain(time) : Format.time(time.value()) + " or less";
    }

    private static String plain(Latency.Time time) {
        return (time.atLeast() ? "at least " : "") + Format.time(time.value());
    }

    private static String millis(double millis) {
        return Format.seconds(millis / 1e3);
    }
}
