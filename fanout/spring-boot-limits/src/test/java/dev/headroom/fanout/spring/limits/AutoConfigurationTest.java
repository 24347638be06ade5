package dev.headroom.fanout.spring.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.spring.FanoutAutoConfiguration;
import dev.headroom.fanout.spring.metrics.FanoutMetricsAutoConfiguration;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;

class AutoConfigurationTest {
    private static final AutoConfigurations ALL = AutoConfigurations.of(
            HttpClientAutoConfiguration.class,
            FanoutAutoConfiguration.class,
            FanoutMetricsAutoConfiguration.class,
            FanoutLimitsAutoConfiguration.class);
    private static final String EXPOSED = "management.endpoints.web.exposure.include=limits";

    private final WebApplicationContextRunner runner =
            new WebApplicationContextRunner().withConfiguration(ALL).withBean(SimpleMeterRegistry.class);

    @Test
    void theEndpointIsThereWhereItIsExposed() {
        runner.run(context -> assertThat(context).hasSingleBean(Limits.class).doesNotHaveBean(LimitsEndpoint.class));
        runner.withPropertyValues(EXPOSED).run(context -> assertThat(context).hasSingleBean(LimitsEndpoint.class));
    }

    @Test
    void withoutMetersThereIsNothing() {
        new ApplicationContextRunner()
                .withConfiguration(ALL)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Limits.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.hc",
                "com.zaxxer",
                "org.springframework.boot.tomcat",
                "org.springframework.web.service",
                "org.springframework.web.reactive"
            })
    void eachMayBeMissing(String missing) {
        runner.withPropertyValues(EXPOSED)
                .withClassLoader(new FilteredClassLoader(missing))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(LimitsEndpoint.class));
    }

    @Test
    void aWindowThatCannotBeEndsTheStart() {
        runner.withPropertyValues("fanout.limits.window=0s")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("fanout.limits.window must be longer than 0"));
    }

    @Test
    void limitsOfTheApplicationAreAddedAndOneThatFailsHidesNoOther() {
        runner.withBean("broken", LimitSource.class, () -> meters -> {
                    throw new IllegalStateException("no");
                })
                .withBean(
                        MeteredLimit.class,
                        () -> new MeteredLimit(
                                "bulkhead", Kind.DOWNSTREAM, "name", "bulkhead.max", "bulkhead.now", null, null, null))
                .run(context -> {
                    SimpleMeterRegistry registry = context.getBean(SimpleMeterRegistry.class);
                    registry.gauge("bulkhead.max", List.of(Tag.of("name", "shop")), 5);
                    registry.gauge("bulkhead.now", List.of(Tag.of("name", "shop")), 2);
                    assertThat(context.getBean(Limits.class).report(List.of()).limits())
                            .singleElement()
                            .satisfies(limit -> {
                                assertThat(limit.name()).isEqualTo("bulkhead.shop");
                                assertThat(limit.size()).isEqualTo(5);
                                assertThat(limit.inUse()).isEqualTo(2);
                            });
                });
    }

    @Test
    void whatTheEndpointAnswersHasHints() {
        TestGenerationContext generated = new TestGenerationContext();
        try (var context = new AnnotationConfigApplicationContext()) {
            TestPropertyValues.of(EXPOSED).applyTo(context);
            context.registerBean(SimpleMeterRegistry.class);
            context.register(FanoutAutoConfiguration.class, FanoutLimitsAutoConfiguration.class);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generated);
        }
        for (Class<?> answered :
                List.of(LimitsReport.class, LimitsReport.Limit.class, LimitsReport.Binding.class, Finding.class)) {
            assertThat(RuntimeHintsPredicates.reflection()
                            .onMethodInvocation(answered.getRecordComponents()[0].getAccessor()))
                    .as(answered.getName())
                    .accepts(generated.getRuntimeHints());
        }
        assertThat(RuntimeHintsPredicates.reflection()
                        .onConstructorInvocation(FanoutLimitsProperties.class.getDeclaredConstructors()[0]))
                .accepts(generated.getRuntimeHints());
    }
}
