package dev.headroom.load.recording;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Generator;
import dev.headroom.core.model.result.LoadResult.Second;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the parts of a load have come to together. Each part has one HdrHistogram for each label and one for each second; they are added. Percentiles are those of
 * the sum: a mean of percentiles is none.
 */
public final class SampleSum {

    /** More kinds of requests than this nobody reads: those beyond are one. */
    static final int MOST_LABELS = 100;

    static final String OTHERS = "others";

    private static final double MICROS_PER_MILLI = 1000;

    private final long zero;
    private final Map<String, LabelSum> labels = new TreeMap<>();
    private final NavigableMap<Integer, SecondEnds> ends = new TreeMap<>();
    private long last;

    /** @param zero microseconds since the epoch at which the first request of all parts was sent */
    public SampleSum(long zero) {
        this.zero = zero;
        this.last = zero;
    }

    public void add(Sample sample) {
        of(sample.label()).add(sample, zero);
        ends.computeIfAbsent(LabelSum.second(sample.endMicros(), zero), none -> new SecondEnds())
                .add(sample);
        last = Math.max(last, sample.endMicros());
    }

    /** Adds another part that began at the same zero. */
    public void add(SampleSum other) {
        if (other.zero != zero) {
            throw new IllegalArgumentException("parts whose seconds do not begin together");
        }
        other.labels.forEach((label, sum) -> of(label).add(sum));
        other.ends.forEach((second, own) ->
                ends.computeIfAbsent(second, none -> new SecondEnds()).add(own));
        last = Math.max(last, other.last);
    }

    private LabelSum of(String label) {
        String name = labels.containsKey(label) || labels.size() < MOST_LABELS ? label : OTHERS;
        return labels.computeIfAbsent(name, none -> new LabelSum());
    }

    public LoadResult result(Generator generator) {
        LabelSum all = new LabelSum();
        labels.values().forEach(all::add);
        Duration elapsed = Duration.of(last - zero, ChronoUnit.MICROS);
        return new LoadResult(
                Instant.EPOCH.plus(zero, ChronoUnit.MICROS),
                elapsed,
                all.ended(),
                all.times.count(),
                all.errors,
                Map.of(),
                elapsed.isZero() ? Rate.perSecond(0) : Rate.of(all.times.count(), elapsed),
                all.times.latency(),
                all.times.latency(),
                series(all),
                generator,
                labels.size() < 2
                        ? List.of()
                        : labels.entrySet().stream()
                                .map(label -> label.getValue().kind(label.getKey()))
                                .toList(),
                List.of());
    }

    private List<Second> series(LabelSum all) {
        List<Second> series = new ArrayList<>();
        long inFlight = 0;
        SecondEnds none = new SecondEnds();
        for (int i = 0; i < all.seconds(); i++) {
            long begun = all.begun.getOrDefault(i, 0L);
            SecondEnds ended = ends.getOrDefault(i, none);
            inFlight += begun - ended.succeeded() - ended.failed();
            series.add(new Second(
                    i,
                    begun,
                    ended.succeeded(),
                    ended.failed(),
                    inFlight,
                    ended.mean() / MICROS_PER_MILLI,
                    ended.at(50) / MICROS_PER_MILLI,
                    ended.at(95) / MICROS_PER_MILLI,
                    ended.greatest() / MICROS_PER_MILLI));
        }
        return series;
    }
}
