package dev.headroom.fanout.spring.limits;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The application's meters, read as limits need them. What is not there, or tells no number, is null. */
public final class Meters {
    private final MeterRegistry registry;

    /** @param registry of several, one is read whose counts are since the start */
    public Meters(MeterRegistry registry) {
        this.registry = registry instanceof CompositeMeterRegistry several
                ? several.getRegistries().stream()
                        .filter(Meters::counts)
                        .findFirst()
                        .orElse(registry)
                : registry;
    }

    /** Whether counts are since the start. Those of registries that push are of a step alone, such as Datadog's. */
    public boolean counts() {
        return counts(registry);
    }

    private static boolean counts(MeterRegistry registry) {
        return registry instanceof CompositeMeterRegistry several
                ? several.getRegistries().stream().anyMatch(Meters::counts)
                : !(registry instanceof StepMeterRegistry);
    }

    /** Values of the tag, in order. */
    public List<String> tagged(String meter, String tag) {
        return registry.find(meter).meters().stream()
                .map(found -> found.getId().getTag(tag))
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
    }

    /** Value of a gauge. */
    public @Nullable Integer gauge(String meter, Tags tags) {
        Gauge gauge = registry.find(meter).tags(tags).gauge();
        double value = gauge == null ? Double.NaN : gauge.value();
        return Double.isNaN(value) ? null : (int) value;
    }

    /** What a counter or timer has counted since the start, all that have these tags together. */
    public @Nullable Long count(String meter, Tags tags) {
        return sum(meter, tags, Meters::count);
    }

    /** What a timer has measured since the start, in nanoseconds, all that have these tags together. */
    public @Nullable Long nanos(String meter, Tags tags) {
        return sum(meter, tags, Meters::nanos);
    }

    private @Nullable Long sum(String meter, Tags tags, ToDoubleFunction<Meter> value) {
        Collection<Meter> found = registry.find(meter).tags(tags).meters();
        double sum = found.stream().mapToDouble(value).sum();
        return found.isEmpty() || Double.isNaN(sum) || !counts() ? null : (long) sum;
    }

    private static double count(Meter meter) {
        return switch (meter) {
            case Timer timer -> timer.count();
            case FunctionTimer timer -> timer.count();
            case Counter counter -> counter.count();
            case FunctionCounter counter -> counter.count();
            default -> Double.NaN;
        };
    }

    private static double nanos(Meter meter) {
        return switch (meter) {
            case Timer timer -> timer.totalTime(TimeUnit.NANOSECONDS);
            case FunctionTimer timer -> timer.totalTime(TimeUnit.NANOSECONDS);
            default -> Double.NaN;
        };
    }
}
