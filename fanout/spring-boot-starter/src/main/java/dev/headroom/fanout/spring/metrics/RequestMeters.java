package dev.headroom.fanout.spring.metrics;

import dev.headroom.fanout.spring.web.Admission;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;

/** The requests that the application serves, and those that it turned away. */
final class RequestMeters implements MeterBinder {
    private final Admission admission;

    RequestMeters(Admission admission) {
        this.admission = admission;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        admission
                .limit()
                .ifPresent(limit -> Gauge.builder("fanout.requests.limit", () -> limit)
                        .description("Requests that may be in flight")
                        .register(registry));
        Gauge.builder("fanout.requests.in.flight", admission, Admission::inFlight)
                .description("Requests in flight")
                .register(registry);
        FunctionCounter.builder("fanout.requests.rejected", admission, Admission::turnedAway)
                .description("Requests that were turned away with 503")
                .register(registry);
        FunctionTimer.builder(
                        "fanout.requests.held",
                        admission,
                        Admission::completed,
                        Admission::heldNanos,
                        TimeUnit.NANOSECONDS)
                .description("Requests that were let in and are over, and for how long they were in flight")
                .register(registry);
    }
}
