package dev.headroom.cli.commands;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.Latency.Quantile;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.text.Ids;
import dev.headroom.core.text.Numbers;
import dev.headroom.lab.scale.Merged;
import dev.headroom.lab.scale.PodObservation;
import dev.headroom.load.k6.ShardFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The sum of the parts of a load, for a reader. */
final class MergedText {

    private static final String ROW = "%-28s %10s %8s %9s %9s %9s %9s";

    private MergedText() {}

    static String of(Merged merged) {
        List<String> lines = new ArrayList<>();
        LoadResult sum = merged.load().result();
        lines.add(merged.about().facts().engine() + ": " + Numbers.whole(sum.requests()) + " requests, "
                + Numbers.rate(sum.throughput().perSecond()) + " succeeded, in "
                + Numbers.time(Times.seconds(sum.elapsed())));
        lines.add("");
        lines.add(ROW.formatted("", "requests", "failed", "mean", "p50", "p95", "p99"));
        sum.kinds().forEach(kind -> lines.add(row(kind.name(), kind.requests(), kind.succeeded(), kind.latency())));
        lines.add(row("all", sum.requests(), sum.succeeded(), sum.latency()));
        if (!sum.errors().isEmpty()) {
            lines.add("Failed: "
                    + sum.errors().entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .map(error -> Numbers.whole(error.getValue()) + " "
                                    + Ids.of(error.getKey()).replace('-', ' '))
                            .collect(Collectors.joining(", ")));
        }
        lines.add("");
        merged.load().shards().forEach(shard -> lines.add("  " + shard(shard)));
        String told = merged.about().skew().isZero()
                ? ""
                : "The shards were told to begin within "
                        + Numbers.time(Times.seconds(merged.about().skew())) + ". ";
        lines.add(told + "Their first requests are "
                + Numbers.time(Times.seconds(merged.load().skew()))
                + " apart; response times count from when a request was sent.");
        if (merged.load().dropped() > 0) {
            lines.add(Numbers.whole(merged.load().dropped()) + " arrivals were dropped, since no user of k6 was free"
                    + (sum.generator().binding() ? ": the load is not the one that was asked for." : "."));
        }
        observations(merged.observations(), lines);
        merged.expectations().forEach(outcome -> lines.add(outcome(outcome)));
        merged.load()
                .thresholds()
                .notHeld()
                .forEach(threshold -> lines.add("Not held against the sum: the threshold " + threshold));
        if (!merged.countKnown()) {
            lines.add("How many shards there had to be is not known, so none can be missed: --shards N says it.");
        }
        merged.load().voids().forEach(why -> lines.add("Void: " + why + "."));
        return String.join(System.lineSeparator(), lines);
    }

    private static String row(String name, long requests, long succeeded, Latency latency) {
        return ROW.formatted(
                        name,
                        Numbers.whole(requests),
                        Numbers.whole(requests - succeeded),
                        latency.average().map(MergedText::time).orElse("-"),
                        latency.at(Quantile.P50).map(MergedText::time).orElse("-"),
                        latency.at(Quantile.P95).map(MergedText::time).orElse("-"),
                        latency.at(Quantile.P99).map(MergedText::time).orElse("-"))
                .stripTrailing();
    }

    private static String time(Latency.Time time) {
        return (time.atLeast() ? ">= " : "") + Numbers.time(Times.seconds(time.value()));
    }

    private static String shard(ShardFile.Seen shard) {
        return shard.name() + ": " + Numbers.whole(shard.requests()) + " requests in "
                + Numbers.whole(shard.iterations()) + " iterations"
                + (shard.failed() == 0 ? "" : ", " + Numbers.whole(shard.failed()) + " checks failed");
    }

    private static void observations(List<PodObservation> pods, List<String> lines) {
        pods.forEach(pod -> lines.add("Pod " + pod.pod() + ": " + observation(pod)));
        List<PodObservation> read =
                pods.stream().filter(pod -> pod.trouble().isEmpty()).toList();
        if (read.size() > 1) {
            lines.add(
                    !PodObservation.agree(read)
                            ? "The pods differ: look at them one by one."
                            : read.size() == pods.size()
                                    ? "The pods agree."
                                    : "The " + read.size() + " pods that were observed agree.");
        }
    }

    private static String observation(PodObservation pod) {
        return pod.trouble().isEmpty()
                ? pod.verdict()
                        + (pod.limit().isEmpty() ? "" : ", " + pod.limit())
                        + (pod.grade().isEmpty() ? "" : " (" + pod.grade() + ")")
                : "nothing is known of it: " + pod.trouble();
    }

    private static String outcome(Outcome outcome) {
        return (outcome.met() ? "Met: " : "Not met: ") + outcome.name() + " " + outcome.expected() + ", was "
                + outcome.measured();
    }
}
