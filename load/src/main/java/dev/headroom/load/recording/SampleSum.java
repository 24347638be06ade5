package dev.headroom.load.recording;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.result.Latency;
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
 * What the parts of a load have come to together, whichever is read first: one HdrHistogram for each label and one for each second. Percentiles are those of
 * the sum: a mean of percentiles is none.
 */
public final class SampleSum {

    /** More kinds of requests than this nobody reads: those beyond are one. */
    static final int MOST_LABELS = 100;

    static final String OTHERS = "others";

    private static final double MICROS_PER_MILLI = 1000;
    private static final int MICROS_PER_SECOND = 1_000_000;

    private final long zero;
    private final Tally all = new Tally();
    private final Map<String, KindRecorder> labels = new TreeMap<>();
    private final NavigableMap<Integer, SampleSecond> seconds = new TreeMap<>();
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
        sample.error()
                .ifPresentOrElse(
                        error -> {
                            all.failed(start, error, end);
                            kind.failed(start, error, end);
                        },
                        () -> {
                            all.succeeded(start, start, end);
                            kind.succeeded(start, start, end);
                        });
        second(sample.startMicros()).begun();
        second(sample.endMicros()).ended(sample);
        last = Math.max(last, sample.endMicros());
    }

    private long nanos(long micros) {
        return 1000 * (micros - zero);
    }

    private SampleSecond second(long micros) {
        int second = (int) Math.max(0, (micros - zero) / MICROS_PER_SECOND);
        return seconds.computeIfAbsent(second, none -> new SampleSecond());
    }

    public LoadResult result(Generator generator) {
        Duration elapsed = Duration.of(last - zero, ChronoUnit.MICROS);
        Latency latency = withoutMeanError(all);
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
                series(),
                generator,
                labels.size() < 2
                        ? List.of()
                        : labels.values().stream()
                                .map(label -> label.result(withoutMeanError(label)))
                                .toList(),
                Map.of(),
                List.of());
    }

    /** Of parts that went on beside each other nobody knows how much their means vary together. */
    private static Latency withoutMeanError(Tally tally) {
        return tally.latency().withoutMeanError();
    }

    private List<Second> series() {
        List<Second> series = new ArrayList<>();
        long inFlight = 0;
        SampleSecond none = new SampleSecond();
        for (int i = 0; !seconds.isEmpty() && i <= seconds.lastKey(); i++) {
            SampleSecond second = seconds.getOrDefault(i, none);
            inFlight += second.started() - second.succeeded() - second.failed();
            series.add(new Second(
                    i,
                    second.started(),
                    second.succeeded(),
                    second.failed(),
                    inFlight,
                    second.mean() / MICROS_PER_MILLI,
                    second.at(50) / MICROS_PER_MILLI,
                    second.at(95) / MICROS_PER_MILLI,
                    second.greatest() / MICROS_PER_MILLI));
        }
        return series;
    }
}
