package dev.headroom.fanout.spring.metrics;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.Usage;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.springframework.beans.factory.ObjectProvider;

/** What every downstream is used for now, and what its calls came to; those that the application built itself as well. */
final class DownstreamMeters implements MeterBinder {
    private final ObjectProvider<Downstream> downstreams;

    DownstreamMeters(ObjectProvider<Downstream> downstreams) {
        this.downstreams = downstreams;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        downstreams.forEach(downstream -> {
            gauge(registry, downstream, "fanout.calls.limit", "Calls that may be in flight", Usage::limit);
            gauge(registry, downstream, "fanout.calls.in.flight", "Calls that hold a permit", Usage::inFlight);
            gauge(registry, downstream, "fanout.calls.waiting", "Calls that wait for a permit", Usage::waiting);
            gauge(
                    registry,
                    downstream,
                    "fanout.calls.abandoned",
                    "Calls that were given up and still hold a permit",
                    Usage::abandoned);
            counter(registry, downstream, "fanout.rejected", "Calls that found gate and queue full", Usage::rejected);
            counter(registry, downstream, "fanout.fallbacks", "Fallback values that were taken", Usage::fallbacks);
            counter(registry, downstream, "fanout.hedges", "Extra calls that were made", Usage::hedges);
            counter(registry, downstream, "fanout.hedges.won", "Extra calls that answered first", Usage::hedgesWon);
            counter(
                    registry,
                    downstream,
                    "fanout.abandoned",
                    "Calls that were given up when they were under way",
                    Usage::abandonedTotal);
            FunctionTimer.builder(
                            "fanout.calls.held",
                            downstream,
                            of -> of.usage().held(),
                            of -> of.usage().heldNanos(),
                            TimeUnit.NANOSECONDS)
                    .description("Permits that were held and given back, and for how long")
                    .tags(Tags.of("downstream", downstream.name()))
                    .register(registry);
        });
    }

    private static void gauge(
            MeterRegistry registry, Downstream of, String name, String description, ToDoubleFunction<Usage> value) {
        Gauge.builder(name, of, downstream -> value.applyAsDouble(downstream.usage()))
                .description(description)
                .tags(Tags.of("downstream", of.name()))
                .register(registry);
    }

    private static void counter(
            MeterRegistry registry, Downstream of, String name, String description, ToDoubleFunction<Usage> value) {
        FunctionCounter.builder(name, of, downstream -> value.applyAsDouble(downstream.usage()))
                .description(description)
                .tags(Tags.of("downstream", of.name()))
                .register(registry);
    }
}
