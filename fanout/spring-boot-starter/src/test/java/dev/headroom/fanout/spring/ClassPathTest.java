package dev.headroom.fanout.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.spring.http.FanoutHttpClientAutoConfiguration;
import dev.headroom.fanout.spring.metrics.FanoutMetricsAutoConfiguration;
import dev.headroom.fanout.spring.metrics.FanoutObservationAutoConfiguration;
import dev.headroom.fanout.spring.web.Admission;
import dev.headroom.fanout.spring.web.FanoutWebAutoConfiguration;
import java.io.IOException;
import java.util.Properties;
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
import org.springframework.core.io.support.PropertiesLoaderUtils;

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
            FanoutObservationAutoConfiguration.class);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.hc",
                "io.micrometer",
                "org.springframework.boot.tomcat",
                "org.springframework.web.servlet",
                "io.grpc"
            })
    void eachMayBeMissing(String missing) {
        new WebApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues("fanout.downstreams.users.limit=3")
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
                        FanoutObservationAutoConfiguration.class))
                .withPropertyValues("fanout.downstreams.users.limit=3")
                .withClassLoader(new FilteredClassLoader(
                        "org.apache",
                        "io.micrometer",
                        "jakarta.servlet",
                        "org.springframework.web",
                        "org.springframework.http",
                        "org.springframework.boot.actuate",
                        "org.springframework.boot.tomcat",
                        "org.springframework.boot.web",
                        "org.springframework.boot.http",
                        "org.springframework.boot.restclient"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Downstream.class));
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

    /** Boot asks these before it loads the class of an auto-configuration. */
    @Test
    void theConditionsAreWrittenDown() throws IOException {
        Properties conditions =
                PropertiesLoaderUtils.loadAllProperties("META-INF/spring-autoconfigure-metadata.properties");
        assertThat(conditions)
                .containsEntry(
                        FanoutMetricsAutoConfiguration.class.getName() + ".ConditionalOnClass",
                        "io.micrometer.core.instrument.MeterRegistry")
                .containsKeys(
                        FanoutHttpClientAutoConfiguration.class.getName() + ".ConditionalOnClass",
                        FanoutWebAutoConfiguration.class.getName() + ".ConditionalOnWebApplication");
    }
}
