package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.FanoutAutoConfiguration;
import dev.headroom.fanout.spring.FanoutProperties;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;

/** Shows every limit of the application, and looks at start-up for those that will bite. */
@AutoConfiguration(
        after = FanoutAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration",
            "org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration"
        })
@ConditionalOnBean(MeterRegistry.class)
@EnableConfigurationProperties(FanoutLimitsProperties.class)
public final class FanoutLimitsAutoConfiguration {
    @Bean
    Meters fanoutMeters(MeterRegistry registry) {
        return new Meters(registry);
    }

    @Bean
    Limits fanoutLimits(ObjectProvider<LimitSource> sources, Meters meters, FanoutLimitsProperties properties) {
        return new Limits(sources, meters, properties.window());
    }

    @Bean
    StartUpReport fanoutStartUpReport(ObjectProvider<FindingSource> sources, FanoutLimitsProperties properties) {
        return new StartUpReport(sources, properties.report());
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    LimitsEndpoint limitsEndpoint(Limits limits, StartUpReport report) {
        return new LimitsEndpoint(limits, report);
    }

    @Bean
    LimitSource fanoutKnownLimits() {
        return meters -> MeteredLimit.KNOWN.stream()
                .flatMap(limit -> limit.read(meters).stream())
                .toList();
    }

    @Bean
    ExecutorLimits fanoutExecutorLimits(ConfigurableListableBeanFactory beans) {
        return new ExecutorLimits(Set.of(beans.getBeanNamesForType(ThreadPoolTaskScheduler.class, false, false)));
    }

    @Bean
    HttpPoolLimits fanoutHttpPoolLimits() {
        return new HttpPoolLimits();
    }

    @Bean
    LimitFindings fanoutLimitFindings(
            Limits limits, Meters meters, ExecutorLimits executors, FanoutProperties properties) {
        return new LimitFindings(limits, meters, executors, properties);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(TomcatWebServer.class)
    static class Tomcat {
        @Bean
        UnseenTomcat fanoutUnseenTomcat(ApplicationContext context, Meters meters) {
            return new UnseenTomcat(context, meters);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HttpClientSettings.class)
    @ConditionalOnBean(HttpClientSettings.class)
    static class HttpClients {
        @Bean
        HttpTimeoutFindings fanoutHttpTimeoutFindings(HttpClientSettings settings) {
            return new HttpTimeoutFindings(settings);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HttpServiceProxyRegistry.class)
    static class Groups {
        @Bean
        DownstreamFindings fanoutDownstreamFindings(
                FanoutProperties properties, ObjectProvider<HttpServiceProxyRegistry> registry) {
            return new DownstreamFindings(properties, registry);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HttpServiceProxyRegistry.class, WebClientHttpServiceGroupConfigurer.class})
    static class WebClients {
        @Bean
        WebClientFindings fanoutWebClientFindings(FanoutProperties properties) {
            return new WebClientFindings(properties);
        }
    }
}
