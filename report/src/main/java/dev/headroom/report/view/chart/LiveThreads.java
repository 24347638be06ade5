package dev.headroom.report.view.chart;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Sample;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All live threads of the JVM over time, a picture for each variant, all on one scale: by Little's law those that hold a
 * thread add X S of them to the ones that were there.
 *
 * @param sameTime the pictures share the scale of time as well
 */
public record LiveThreads(List<Chart> charts, boolean sameTime) {

    /** Runs whose lengths differ by more than this are not drawn on one scale of time: the short ones would be a line. */
    private static final double LIKE = 3;

    public static LiveThreads of(List<Run> runs) {
        List<Integer> seen = IntStream.range(0, runs.size())
                .filter(index -> runs.get(index)
                        .observation()
                        .filter(observation -> observation.series().size() > 1)
                        .isPresent())
                .boxed()
                .toList();
        int top = (int) seen.stream()
                .flatMap(index -> samples(runs.get(index)).stream())
                .mapToLong(sample -> Math.max(sample.platformThreads(), sample.virtualThreads()))
                .max()
                .orElse(1);
        DoubleSummaryStatistics lengths =
                seen.stream().mapToDouble(index -> length(runs.get(index))).summaryStatistics();
        boolean sameTime = lengths.getMax() <= LIKE * lengths.getMin();
        return new LiveThreads(
                seen.stream()
                        .map(index ->
                                chart(runs.get(index), index, top, sameTime ? (int) Math.ceil(lengths.getMax()) : 0))
                        .toList(),
                sameTime);
    }

    private static Chart chart(Run run, int index, int top, int end) {
        List<Sample> samples = samples(run);
        long before = samples.stream()
                .filter(sample -> sample.at().isNegative())
                .mapToLong(Sample::platformThreads)
                .reduce(-1, (earlier, later) -> later);
        Sample peak = samples.stream()
                .reduce((a, b) -> b.platformThreads() > a.platformThreads() ? b : a)
                .orElseThrow();
        long virtual = samples.stream().mapToLong(Sample::virtualThreads).max().orElse(0);
        String most = Format.count(peak.platformThreads());
        String words = (before < 0
                        ? most + " live threads at the most"
                        : Format.count(before) + " live threads before the load, " + most + " at the most")
                + (virtual == 0 ? "" : "; up to " + Format.count(virtual) + " virtual ones");
        return new Chart("live", index, "", top, end, run.variant().name(), "", words + ".");
    }

    private static List<Sample> samples(Run run) {
        return run.observation().map(Observation::series).orElse(List.of());
    }

    private static double length(Run run) {
        List<Sample> samples = samples(run);
        return samples.isEmpty() ? 0 : Times.seconds(samples.getLast().at());
    }
}
