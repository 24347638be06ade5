package dev.headroom.load.k6;

import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Tool;
import dev.headroom.load.generator.GeneratorLimit;
import dev.headroom.load.recording.SampleSum;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * Parts of one load, added.
 *
 * @param shards what each brought
 * @param skew how far apart they sent their first requests; arrivals that they take in turn are in it
 * @param voids why the sum is void; none where it is whole
 * @param result of the sum
 * @param thresholds of the script
 */
public record MergedLoad(
        List<ShardFile.Seen> shards,
        Duration skew,
        List<String> voids,
        LoadResult result,
        ScriptThresholds thresholds) {

    /** Each second of a load is kept; longer than a day, and the files are those of another. */
    private static final long LONGEST_MICROS = 24 * 3_600_000_000L;

    /**
     * What is known of the load besides its files.
     *
     * @param engine for the report
     * @param shards how many parts there are
     * @param iterations of all, where the load ends by their number; 0 where it ends by the time
     * @param length of the load, from its first request to its last; zero where nobody knows, or it ends by their number
     * @param ownScript whether the script was written of an experiment, and so judges responses as the experiment does
     * @param cpu that the generators used; zero where nobody saw it
     * @param troubles why one of them did not put its part
     * @param thresholds of the script, expressions by the names of their metrics
     */
    public record Facts(
            String engine,
            int shards,
            long iterations,
            Duration length,
            boolean ownScript,
            Duration cpu,
            List<String> troubles,
            Map<String, List<String>> thresholds) {

        public Facts {
            troubles = List.copyOf(troubles);
            thresholds = Map.copyOf(thresholds);
        }

        /** Before the load. */
        public Facts(
                String engine,
                int shards,
                long iterations,
                Duration length,
                boolean ownScript,
                Map<String, List<String>> thresholds) {
            this(engine, shards, iterations, length, ownScript, Duration.ZERO, List.of(), thresholds);
        }

        public Facts after(Duration used, List<String> seen) {
            return new Facts(engine, shards, iterations, length, ownScript, used, seen, thresholds);
        }

        public Facts with(int count, Map<String, List<String>> others) {
            return new Facts(engine, count, iterations, length, ownScript, cpu, troubles, others);
        }
    }

    /** Reads each file twice: when the first of all requests was sent has to be known before seconds are counted. */
    public static MergedLoad of(List<Path> files, Facts facts) throws IOException {
        List<ShardFile> shards = files.stream()
                .sorted(Comparator.comparing(file -> String.valueOf(file.getFileName()), ShardCheck.byName()))
                .map(ShardFile::new)
                .toList();
        List<ShardFile.Seen> seen = new ArrayList<>();
        for (ShardFile shard : shards) {
            seen.add(shard.look());
        }
        LongSummaryStatistics first = seen.stream()
                .filter(one -> one.requests() > 0)
                .mapToLong(ShardFile.Seen::firstMicros)
                .summaryStatistics();
        long zero = first.getCount() == 0 ? 0 : first.getMin();
        long last = seen.stream().mapToLong(ShardFile.Seen::lastMicros).max().orElse(0);
        if (last - zero > LONGEST_MICROS) {
            throw new IOException(
                    "these are no parts of one load: more than a day lies between their first request and their last");
        }
        SampleSum sum = new SampleSum(zero);
        K6Sums metrics = new K6Sums();
        for (ShardFile shard : shards) {
            shard.addTo(sum, metrics);
        }
        List<String> voids = new ArrayList<>(facts.troubles());
        voids.addAll(ShardCheck.why(seen, facts.shards(), facts.iterations(), facts.length()));
        LoadResult result = sum.result(generator(seen, facts));
        return new MergedLoad(
                seen,
                first.getCount() == 0 ? Duration.ZERO : Duration.ofNanos(1000 * (first.getMax() - zero)),
                voids,
                result,
                ScriptThresholds.of(facts.thresholds(), result, metrics, sum(seen, ShardFile.Seen::iterations)));
    }

    private static long sum(List<ShardFile.Seen> shards, ToLongFunction<ShardFile.Seen> of) {
        return shards.stream().mapToLong(of).sum();
    }

    private static LoadResult.Generator generator(List<ShardFile.Seen> shards, Facts facts) {
        Tool.Checks checks = new Tool.Checks(sum(shards, ShardFile.Seen::checks), sum(shards, ShardFile.Seen::failed));
        Tool tool = new Tool(
                Tool.Source.ACTUAL_START,
                OptionalLong.of(sum(shards, ShardFile.Seen::dropped)),
                OptionalLong.of(sum(shards, ShardFile.Seen::iterations)),
                Optional.of(checks).filter(some -> some.made() > 0),
                facts.ownScript());
        return GeneratorLimit.ofTool(facts.engine(), facts.cpu(), tool, 0, 0);
    }

    /** Iterations that k6 left out, since no user was free. */
    public long dropped() {
        return sum(shards, ShardFile.Seen::dropped);
    }

    /** Whether its figures are those of the load that was asked for. */
    public boolean whole() {
        return voids.isEmpty() && !result.generator().binding();
    }
}
