package dev.headroom.fanout.spring.metrics;

import dev.headroom.fanout.DownstreamListener;
import dev.headroom.fanout.Outcome;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * How long calls waited for a permit, and how long they held it: a full gate shows in the first, a slow downstream in the
 * second. Tagged with downstream and outcome alone.
 */
final class CallTimers implements DownstreamListener {
    private final Supplier<Map<Outcome, Pair>> timers;

    CallTimers(String downstream, ObjectProvider<MeterRegistry> registry) {
        this.timers = SingletonSupplier.of(() -> timers(downstream, registry.getObject()));
    }

    @Override
    public void ended(Ended call) {
        Pair pair = Objects.requireNonNull(timers.get().get(call.outcome()));
        pair.waiting().record(call.waitedNanos(), TimeUnit.NANOSECONDS);
        if (call.calledNanos() > 0) {
            pair.calling().record(call.calledNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private static Map<Outcome, Pair> timers(String downstream, MeterRegistry registry) {
        Map<Outcome, Pair> timers = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            timers.put(
                    outcome,
                    new Pair(
                            timer(
                                    "fanout.waiting",
                                    "Time that calls waited for a permit",
                                    downstream,
                                    outcome,
                                    registry),
                            timer("fanout.calling", "Time that calls held a permit", downstream, outcome, registry)));
        }
        return timers;
    }

    private static Timer timer(
            String name, String description, String downstream, Outcome outcome, MeterRegistry registry) {
        return Timer.builder(name)
                .description(description)
                .tag("downstream", downstream)
                .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private record Pair(Timer waiting, Timer calling) {}
}
