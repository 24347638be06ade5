package dev.headroom.probe.watch;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.observation.Observation.Call;
import dev.headroom.probe.recording.TimedWait;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Calls by downstream, from timed socket reads: rate X, holding time S, concurrency N = X S. */
final class Calls {

    private Calls() {}

    /** @param covered seconds in which the reads were recorded */
    static List<Call> of(List<TimedWait> waits, double covered) {
        Map<String, List<TimedWait>> byTarget = waits.stream()
                .filter(TimedWait::isRead)
                .collect(Collectors.groupingBy(TimedWait::target, TreeMap::new, Collectors.toList()));
        return byTarget.entrySet().stream()
                .map(target -> call(target.getKey(), target.getValue(), covered))
                .sorted(Comparator.comparingDouble(Call::concurrency).reversed())
                .toList();
    }

    private static Call call(String target, List<TimedWait> reads, double covered) {
        return new Call(
                target,
                Rate.perSecond(reads.size() / covered),
                HoldingTimes.mean(reads, "jdk.SocketRead, " + reads.size() + " reads"),
                reads.stream().mapToDouble(TimedWait::seconds).sum() / covered);
    }
}
