package dev.headroom.load.recording;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Generator;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.PackedHistogram;

/**
 * What the parts of a load have come to together, whichever is read first: one HdrHistogram for each label and one for each second. Percentiles are those of
 * the sum: a mean of percentiles is none.
 */
public final class SampleSum {

    /** More kinds of requests than this nobody reads: those beyond are one. */
    static final int MOST_LABELS = 100;

    static final String OTHERS = "others";

    private static final int DIGITS = 3;

    private final long zero;
    private final Tally all = new Tally();
    private final Map<String, KindRecorder> labels = new TreeMap<>();
    private final Seconds seconds = new Seconds(0);
    private final Map<Integer, Ends> ends = new HashMap<>();
    private long last;

    /** @param zero microseconds since the epoch at which the first request of all parts was sent */
    public SampleSum(long zero) {
        this.zero = zero;
        this.last = zero;
    }

    public void add(Sample sample) {
        String name = labels.containsKey(sample.label()) || labels.size() < MOST_LABELS ? sample.label() : OTHERS;
        KindRecorder kind = labels.computeIfAbsent(name, none -> new KindRecorder(name, 0));
        long start = nanos(sample.startMicros());
        long end = nanos(sample.endMicros());
        seconds.due(start);
        seconds.started(start);
        Ends beside = ends.computeIfAbsent(seconds.ended(end), none -> new Ends(new PackedHistogram(DIGITS)));
        sample.error()
                .ifPresentOrElse(
                        error -> {
                            all.failed(start, error, end);
                            kind.failed(start, error, end);
                            beside.failed();
                        },
                        () -> {
                            all.succeeded(start, start, end);
                            kind.succeeded(start, start, end);
                            beside.succeeded(1000 * sample.tookMicros());
                        });
        last = Math.max(last, sample.endMicros());
    }

    private long nanos(long micros) {
        return 1000 * (micros - zero);
    }

    public LoadResult result(Generator generator) {
        Duration elapsed = Duration.of(last - zero, ChronoUnit.MICROS);
        Latency latency = all.latencyOfParts();
        return new LoadResult(
                Instant.EPOCH.plus(zero, ChronoUnit.MICROS),
                elapsed,
                all.ended(),
                all.succeeded(),
                all.errors(),
                Map.of(),
                elapsed.isZero() ? Rate.perSecond(0) : Rate.of(all.succeeded(), elapsed),
                latency,
                latency,
                seconds.all(ends),
                generator,
                labels.size() < 2
                        ? List.of()
                        : labels.values().stream()
                                .map(label -> label.result(label.latencyOfParts()))
                                .toList(),
                Map.of(),
                List.of(),
                all.failedMean());
    }
}
