package dev.headroom.fanout.spring.metrics;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import dev.headroom.fanout.FanOutException;
import dev.headroom.fanout.spring.App;
import dev.headroom.fanout.spring.FanoutAutoConfiguration;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MetricsTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    FanoutAutoConfiguration.class,
                    FanoutMetricsAutoConfiguration.class,
                    FanoutObservationAutoConfiguration.class))
            .withPropertyValues("fanout.downstreams.users.limit=1", "fanout.downstreams.users.queue=0");

    /** Once for all: a class loader that hides Micrometer must not be the first to look for it. */
    @BeforeAll
    static void detectContext() throws InterruptedException {
        FanOut.within(Duration.ofSeconds(50)).call(part(Downstream.of("any", 1), () -> "ok"));
    }

    @Test
    void waitingAndCallingAreTimedApart() {
        runner.withBean(SimpleMeterRegistry.class).run(context -> {
            Downstream users = context.getBean(Downstream.class);
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            users.call(() -> "ok");
            assertThatThrownBy(() -> users.call(() -> {
                        throw new IllegalStateException("no");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            try (var held = users.enter()) {
                assertThatThrownBy(() -> users.call(() -> "never")).isInstanceOf(FanOutException.Rejected.class);
            }
            for (String outcome : List.of("succeeded", "failed")) {
                assertThat(count(meters, "fanout.waiting", outcome)).isEqualTo(outcome.equals("failed") ? 1 : 2);
                assertThat(count(meters, "fanout.calling", outcome)).isEqualTo(outcome.equals("failed") ? 1 : 2);
            }
            assertThat(count(meters, "fanout.waiting", "rejected")).isEqualTo(1);
            assertThat(count(meters, "fanout.calling", "rejected")).isZero();
        });
    }

    @Test
    void whatIsInUseIsGauged() throws Exception {
        try (var app = App.plain(Plain.class, "fanout.downstreams.users.limit=3", "fanout.downstreams.users.queue=0")) {
            MeterRegistry meters = app.getBean(MeterRegistry.class);
            Downstream users = app.getBean(Downstream.class);
            try (var held = users.enter()) {
                assertThat(gauge(meters, "fanout.calls.in.flight")).isEqualTo(1);
            }
            assertThat(gauge(meters, "fanout.calls.in.flight")).isZero();
            assertThat(gauge(meters, "fanout.calls.limit")).isEqualTo(3);
            assertThat(gauge(meters, "fanout.calls.waiting")).isZero();
            FunctionTimer held =
                    meters.get("fanout.calls.held").tag("downstream", "users").functionTimer();
            assertThat(held.count()).isEqualTo(1);
            assertThat(held.totalTime(TimeUnit.NANOSECONDS))
                    .isCloseTo(users.usage().heldNanos(), within(1e-3))
                    .isPositive();
        }
    }

    @Test
    void whatWasGivenUpTurnedAwayAndReplacedIsCounted() throws Exception {
        try (var app = App.plain(Plain.class, "fanout.downstreams.users.limit=1", "fanout.downstreams.users.queue=0")) {
            MeterRegistry meters = app.getBean(MeterRegistry.class);
            Downstream users = app.getBean(Downstream.class);
            CountDownLatch end = new CountDownLatch(1);
            String answer = FanOut.within(Duration.ofMillis(500))
                    .call(part(users, () -> {
                                ignoringInterrupts(end);
                                return "late";
                            })
                            .orElse("instead"));
            assertThat(answer).isEqualTo("instead");
            assertThat(gauge(meters, "fanout.calls.abandoned")).isEqualTo(1);
            assertThatThrownBy(() -> users.call(() -> "never")).isInstanceOf(FanOutException.Rejected.class);
            end.countDown();
            App.until(() -> gauge(meters, "fanout.calls.abandoned") == 0);
            assertThat(counter(meters, "fanout.abandoned")).isEqualTo(1);
            assertThat(counter(meters, "fanout.rejected")).isEqualTo(1);
            assertThat(counter(meters, "fanout.fallbacks")).isEqualTo(1);
            assertThat(count(meters, "fanout.waiting", "expired")).isEqualTo(1);
        }
    }

    @Test
    void aCallHasASpanUnderThatOfItsCaller() {
        TestObservationRegistry observations = TestObservationRegistry.create();
        runner.withBean(TestObservationRegistry.class, () -> observations).run(context -> {
            Downstream users = context.getBean(Downstream.class);
            Observation.createNotStarted("request", observations)
                    .observeChecked(() -> FanOut.within(Duration.ofSeconds(50))
                            .call(part(users, () -> "ok").named("user by id")));
            TestObservationRegistryAssert.assertThat(observations)
                    .hasObservationWithNameEqualTo("fanout.call")
                    .that()
                    .hasContextualNameEqualTo("call user by id")
                    .hasLowCardinalityKeyValue("downstream", "users")
                    .hasHighCardinalityKeyValue("part", "user by id")
                    .hasParentObservationContextSatisfying(
                            parent -> assertThat(parent.getName()).isEqualTo("request"))
                    .hasBeenStarted()
                    .hasBeenStopped();
        });
    }

    @Test
    void aConventionOfTheApplicationNamesIt() {
        TestObservationRegistry observations = TestObservationRegistry.create();
        runner.withBean(TestObservationRegistry.class, () -> observations)
                .withBean(CallObservationConvention.class, Rpc::new)
                .run(context -> {
                    assertThat(context.getBean(Downstream.class).call(() -> "ok"))
                            .isEqualTo("ok");
                    TestObservationRegistryAssert.assertThat(observations)
                            .hasObservationWithNameEqualTo("rpc.client")
                            .that()
                            .hasContextualNameEqualTo("call users")
                            .hasLowCardinalityKeyValue("peer.service", "users")
                            .doesNotHaveLowCardinalityKeyValueWithKey("downstream");
                });
    }

    @Test
    void soDoesAGlobalOne() {
        TestObservationRegistry observations = TestObservationRegistry.create();
        observations.observationConfig().observationConvention(new GlobalRpc());
        runner.withBean(TestObservationRegistry.class, () -> observations).run(context -> {
            assertThat(context.getBean(Downstream.class).call(() -> "ok")).isEqualTo("ok");
            TestObservationRegistryAssert.assertThat(observations).hasObservationWithNameEqualTo("rpc.client");
        });
    }

    private static class Rpc implements CallObservationConvention {
        @Override
        public String getName() {
            return "rpc.client";
        }

        @Override
        public KeyValues getLowCardinalityKeyValues(CallObservationContext context) {
            return KeyValues.of("peer.service", context.downstream());
        }
    }

    private static final class GlobalRpc extends Rpc implements GlobalObservationConvention<CallObservationContext> {}

    @Test
    void theSpanHasTheError() {
        TestObservationRegistry observations = TestObservationRegistry.create();
        runner.withBean(TestObservationRegistry.class, () -> observations).run(context -> {
            Downstream users = context.getBean(Downstream.class);
            assertThatThrownBy(() -> users.call(() -> {
                        throw new IllegalStateException("no");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            TestObservationRegistryAssert.assertThat(observations)
                    .hasObservationWithNameEqualTo("fanout.call")
                    .that()
                    .hasError();
        });
    }

    @Test
    void withoutMicrometerThereIsNone() {
        runner.withClassLoader(new FilteredClassLoader("io.micrometer")).run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean("fanoutTimers").doesNotHaveBean("fanoutSpans");
            assertThat(context.getBean(Downstream.class).call(() -> "ok")).isEqualTo("ok");
        });
    }

    private static void ignoringInterrupts(CountDownLatch end) {
        while (end.getCount() > 0) {
            try {
                end.await();
            } catch (InterruptedException e) {
                // That is what makes it abandoned
            }
        }
    }

    private static long count(MeterRegistry meters, String name, String outcome) {
        return meters.get(name)
                .tag("downstream", "users")
                .tag("outcome", outcome)
                .timer()
                .count();
    }

    private static double gauge(MeterRegistry meters, String name) {
        return meters.get(name).tag("downstream", "users").gauge().value();
    }

    private static double counter(MeterRegistry meters, String name) {
        return meters.get(name).tag("downstream", "users").functionCounter().count();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}
}
