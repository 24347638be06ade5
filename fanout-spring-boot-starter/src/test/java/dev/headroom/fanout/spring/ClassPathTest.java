package dev.headroom.fanout.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.spring.http.FanoutHttpClientAutoConfiguration;
import dev.headroom.fanout.spring.limits.FanoutLimitsAutoConfiguration;
import dev.headroom.fanout.spring.limits.FanoutLimitsEndpointAutoConfiguration;
import dev.headroom.fanout.spring.limits.Limits;
import dev.headroom.fanout.spring.limits.LimitsEndpoint;
import dev.headroom.fanout.spring.metrics.FanoutMetricsAutoConfiguration;
import dev.headroom.fanout.spring.metrics.FanoutObservationAutoConfiguration;
import dev.headroom.fanout.spring.web.Admission;
import dev.headroom.fanout.spring.web.FanoutWebAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** Everything but the downstreams themselves is there only where the application has what it is for. */
class ClassPathTest {
    private static final AutoConfigurations ALL = AutoConfigurations.of(
            HttpClientAutoConfiguration.class,
            ImperativeHttpClientAutoConfiguration.class,
            RestClientAutoConfiguration.class,
            FanoutAutoConfiguration.class,
            FanoutHttpClientAutoConfiguration.class,
            FanoutWebAutoConfiguration.class,
            FanoutMetricsAutoConfiguration.class,
            FanoutObservationAutoConfiguration.class,
            FanoutLimitsAutoConfiguration.class,
            FanoutLimitsEndpointAutoConfiguration.class);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.hc",
                "com.zaxxer",
                "io.micrometer",
                "org.springframework.boot.tomcat",
                "org.springframework.web.servlet",
                "org.springframework.web.reactive",
                "io.grpc"
            })
    void eachMayBeMissing(String missing) {
        new WebApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues("fanout.downstreams.users.limit=3", "management.endpoints.web.exposure.include=*")
                .withClassLoader(new FilteredClassLoader(missing))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Downstream.class));
    }

    @Test
    void allMayBeMissing() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        FanoutAutoConfiguration.class,
                        FanoutHttpClientAutoConfiguration.class,
                        FanoutWebAutoConfiguration.class,
                        FanoutMetricsAutoConfiguration.class,
                        FanoutObservationAutoConfiguration.class,
                        FanoutLimitsAutoConfiguration.class))
                .withPropertyValues("fanout.downstreams.users.limit=3")
                .withClassLoader(new FilteredClassLoader(
                        "org.apache",
                        "com.zaxxer",
                        "io.micrometer",
                        "jakarta.servlet",
                        "org.springframework.web",
                        "org.springframework.http",
                        "org.springframework.boot.actuate",
                        "org.springframework.boot.tomcat",
                        "org.springframework.boot.web",
                        "org.springframework.boot.http",
                        "org.springframework.boot.restclient"))
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(Downstream.class);
                    assertThat(context.getBean(Limits.class).report().limits()).hasSize(1);
                });
    }

    @Test
    void theBoundOnRequestsIsForServletApplications() {
        new ApplicationContextRunner()
                .withConfiguration(ALL)
                .run(context -> assertThat(context).doesNotHaveBean(Admission.class));
        new WebApplicationContextRunner()
                .withConfiguration(ALL)
                .run(context -> assertThat(context).hasSingleBean(Admission.class));
        new WebApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues("fanout.request.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Admission.class));
    }

    @Test
    void theEndpointIsThereWhereItIsExposed() {
        WebApplicationContextRunner runner = new WebApplicationContextRunner().withConfiguration(ALL);
        runner.run(context -> assertThat(context).doesNotHaveBean(LimitsEndpoint.class));
        runner.withPropertyValues("management.endpoints.web.exposure.include=limits")
                .run(context -> assertThat(context).hasSingleBean(LimitsEndpoint.class));
        runner.withPropertyValues("management.endpoints.web.exposure.include=limits", "fanout.limits.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LimitsEndpoint.class));
    }
}
