package dev.headroom.fanout.spring.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import io.micrometer.core.instrument.step.StepRegistryConfig;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is read of meters that were written down as Boot, Micrometer and the starter publish them. */
class MetersTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void tomcatsThreadsAndConnections() {
        Tags http = Tags.of("name", "http-nio-8080");
        gauge("tomcat.threads.config.max", http, 200);
        gauge("tomcat.threads.busy", http, 7);
        gauge("tomcat.connections.config.max", http, 8192);
        gauge("tomcat.connections.current", http, 31);
        FunctionTimer.builder("tomcat.global.request", this, of -> 20, of -> 3_000, TimeUnit.MILLISECONDS)
                .tags(http)
                .register(registry);
        assertThat(known())
                .containsExactly(
                        reading("tomcat.connections.http-nio-8080", Kind.CONNECTIONS, 8192, 31, null, null, null),
                        reading("tomcat.threads.http-nio-8080", Kind.THREADS, 200, 7, null, 20L, 3_000_000_000L));
    }

    @Test
    void threadsThatAreVirtualAreNoLimit() {
        Tags http = Tags.of("name", "http-nio-8080");
        gauge("tomcat.threads.config.max", http, -1);
        gauge("tomcat.threads.busy", http, -1);
        assertThat(known()).isEmpty();
    }

    @Test
    void jettysThreadsAndTheirQueue() {
        gauge("jetty.threads.config.max", Tags.empty(), 200);
        gauge("jetty.threads.busy", Tags.empty(), 200);
        gauge("jetty.threads.jobs", Tags.empty(), 3);
        assertThat(known()).containsExactly(reading("jetty.threads", Kind.THREADS, 200, 200, 3, null, null));
    }

    @Test
    void hikarisPools() {
        Tags orders = Tags.of("pool", "orders");
        gauge("hikaricp.connections.max", orders, 10);
        gauge("hikaricp.connections.active", orders, 10);
        gauge("hikaricp.connections.pending", orders, 4);
        Timer usage = Timer.builder("hikaricp.connections.usage").tags(orders).register(registry);
        usage.record(Duration.ofMillis(30));
        usage.record(Duration.ofMillis(50));
        assertThat(known())
                .containsExactly(reading("jdbc-pool.orders", Kind.CONNECTION_POOL, 10, 10, 4, 2L, 80_000_000L));
    }

    @Test
    void aGaugeThatTellsNothingIsNotZero() {
        Tags orders = Tags.of("pool", "orders");
        gauge("hikaricp.connections.max", orders, 10);
        gauge("hikaricp.connections.active", orders, Double.NaN);
        assertThat(known())
                .singleElement()
                .satisfies(pool -> assertThat(pool.inUse()).isNull());
    }

    @Test
    void anExecutorWhoseQueueNeverFillsHasItsCoreAlone() {
        executor("tasks", 3, Integer.MAX_VALUE, 3, 2, Integer.MAX_VALUE - 2);
        assertThat(executors()).containsExactly(reading("executor.tasks", Kind.EXECUTOR, 3, 3, 2, 9L, null));
        assertThat(new ExecutorLimits(Set.of()).endless(new Meters(registry))).containsExactly("tasks");
    }

    @Test
    void anExecutorWhoseQueueFillsGrowsToItsMost() {
        executor("tasks", 3, 8, 3, 2, 98);
        assertThat(executors()).containsExactly(reading("executor.tasks", Kind.EXECUTOR, 8, 3, 2, 9L, null));
        assertThat(new ExecutorLimits(Set.of()).endless(new Meters(registry))).isEmpty();
    }

    @Test
    void whomAnExecutorWithoutAQueueTurnsAwayNobodyCounts() {
        executor("tasks", 0, 8, 8, 0, 0);
        assertThat(executors()).containsExactly(reading("executor.tasks", Kind.EXECUTOR, 8, 8, null, 9L, null));
    }

    @Test
    void whatASchedulerHasQueuedMayBeDueLater() {
        executor("taskScheduler", 1, Integer.MAX_VALUE, 1, 5, Integer.MAX_VALUE);
        assertThat(new ExecutorLimits(Set.of("taskScheduler")).read(new Meters(registry)))
                .isEmpty();
    }

    @Test
    void aPoolsRouteMayBeFullWhereThePoolIsNot() {
        pool("shop", 25, 5, 2);
        assertThat(new HttpPoolLimits().read(new Meters(registry)))
                .containsExactly(reading("http-pool.shop", Kind.CONNECTION_POOL, 5, 5, 2, null, null));
    }

    @Test
    void aPoolsConnectionsAreHeldAsLongAsItsGatesPermits() {
        pool("users", 50, 20, 0);
        FunctionTimer.builder("fanout.calls.held", this, of -> 4, of -> 2_000, TimeUnit.NANOSECONDS)
                .tags("downstream", "users")
                .register(registry);
        assertThat(new HttpPoolLimits().read(new Meters(registry)))
                .containsExactly(reading("http-pool.users", Kind.CONNECTION_POOL, 50, 20, 0, 4L, 2_000L));
    }

    @Test
    void ofSeveralRegistriesOneIsReadThatCountsSinceTheStart() {
        CompositeMeterRegistry several = new CompositeMeterRegistry();
        several.add(new Steps());
        several.add(registry);
        Meters meters = new Meters(several);
        several.counter("seen").increment(3);
        assertThat(meters.counts()).isTrue();
        assertThat(meters.count("seen", Tags.empty())).isEqualTo(3);
    }

    @Test
    void countsOfAStepAreNoTotals() {
        Steps steps = new Steps();
        steps.counter("seen").increment(3);
        Meters meters = new Meters(new CompositeMeterRegistry(Clock.SYSTEM, List.of(steps)));
        assertThat(meters.counts()).isFalse();
        assertThat(meters.count("seen", Tags.empty())).isNull();
    }

    private static final class Steps extends StepMeterRegistry {
        Steps() {
            super(
                    new StepRegistryConfig() {
                        @Override
                        public String prefix() {
                            return "steps";
                        }

                        @Override
                        public @Nullable String get(String key) {
                            return null;
                        }
                    },
                    Clock.SYSTEM);
        }

        @Override
        protected void publish() {}

        @Override
        protected TimeUnit getBaseTimeUnit() {
            return TimeUnit.SECONDS;
        }
    }

    private List<LimitReading> known() {
        return MeteredLimit.KNOWN.stream()
                .flatMap(limit -> limit.read(new Meters(registry)).stream())
                .toList();
    }

    private List<LimitReading> executors() {
        return new ExecutorLimits(Set.of()).read(new Meters(registry));
    }

    private void executor(String name, int core, int max, int active, int queued, int remaining) {
        Tags tags = Tags.of("name", name);
        gauge("executor.pool.core", tags, core);
        gauge("executor.pool.max", tags, max);
        gauge("executor.active", tags, active);
        gauge("executor.queued", tags, queued);
        gauge("executor.queue.remaining", tags, remaining);
        registry.counter("executor.completed", tags).increment(9);
    }

    private void pool(String name, int max, int leased, int pending) {
        Tags tags = Tags.of("httpclient", name);
        gauge("httpcomponents.httpclient.pool.total.max", tags, max);
        gauge("httpcomponents.httpclient.pool.total.connections", tags.and("state", "leased"), leased);
        gauge("httpcomponents.httpclient.pool.total.connections", tags.and("state", "available"), 1);
        gauge("httpcomponents.httpclient.pool.total.pending", tags, pending);
    }

    private void gauge(String name, Tags tags, double value) {
        Gauge.builder(name, () -> value).tags(tags).register(registry);
    }

    private static LimitReading reading(
            String name,
            Kind kind,
            @Nullable Integer size,
            @Nullable Integer inUse,
            @Nullable Integer waiting,
            @Nullable Long completed,
            @Nullable Long heldNanos) {
        return new LimitReading(name, kind, size, inUse, waiting, completed, heldNanos, null);
    }
}
