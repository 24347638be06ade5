package dev.headroom.fanout.spring.limits;

import com.zaxxer.hikari.HikariDataSource;
import dev.headroom.fanout.spring.FanoutAutoConfiguration;
import dev.headroom.fanout.spring.FanoutProperties;
import dev.headroom.fanout.spring.http.HttpPools;
import dev.headroom.fanout.spring.web.Admission;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Watches every limit of the application, and looks at start-up for those that will bite. */
@AutoConfiguration(
        after = FanoutAutoConfiguration.class,
        afterName = {
            "dev.headroom.fanout.spring.web.FanoutWebAutoConfiguration",
            "dev.headroom.fanout.spring.metrics.FanoutMetricsAutoConfiguration",
            "dev.headroom.fanout.spring.http.FanoutHttpClientAutoConfiguration",
            "org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration",
            "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration"
        })
public final class FanoutLimitsAutoConfiguration {
    @Bean
    StartUpReport fanoutStartUpReport(ObjectProvider<FindingSource> sources, FanoutProperties properties) {
        return new StartUpReport(sources, properties.report().enabled());
    }

    @Bean
    FindingSource fanoutExecutorFindings(ConfigurableListableBeanFactory beans) {
        return new ExecutorFindings(beans);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "fanout.limits.enabled", matchIfMissing = true)
    static class Watch {
        @Bean
        LimitWatch fanoutLimitWatch(ObjectProvider<LimitSource> sources, FanoutProperties properties) {
            return new LimitWatch(sources, properties.limits());
        }

        @Bean
        Limits fanoutLimits(LimitWatch watch, StartUpReport report) {
            return new Limits(watch, report::findings);
        }

        @Bean
        LimitSource fanoutDownstreamLimits(ConfigurableListableBeanFactory beans) {
            return new DownstreamLimits(beans);
        }

        @Bean
        LimitSource fanoutExecutorLimits(ConfigurableListableBeanFactory beans) {
            return new ExecutorLimits(beans);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "jakarta.servlet.Filter")
    @ConditionalOnBean(Admission.class)
    static class Requests {
        @Bean
        LimitSource fanoutAdmissionLimits(Admission admission) {
            return new AdmissionLimits(admission);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(TomcatWebServer.class)
    static class Tomcat {
        @Bean
        LimitSource fanoutTomcatLimits(ApplicationContext context) {
            return new TomcatLimits(context);
        }

        @Bean
        FindingSource fanoutServerFindings(ApplicationContext context, ObjectProvider<Admission> admission) {
            return new ServerFindings(new TomcatLimits(context), admission);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(PoolingHttpClientConnectionManager.class)
    static class ApacheHttpClient {
        @Bean
        LimitSource fanoutHttpPoolLimits(ObjectProvider<HttpPools> pools, ConfigurableListableBeanFactory beans) {
            return new HttpPoolLimits(pools, beans);
        }

        @Bean
        FindingSource fanoutHttpPoolFindings(ConfigurableListableBeanFactory beans, FanoutProperties properties) {
            return new HttpPoolFindings(beans, properties);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HikariDataSource.class, MeterRegistry.class})
    @ConditionalOnBean(MeterRegistry.class)
    static class MeteredHikari {
        @Bean
        JdbcUsage fanoutJdbcUsage(MeterRegistry registry) {
            return JdbcUsage.of(registry);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HikariDataSource.class)
    static class Hikari {
        @Bean
        LimitSource fanoutHikariLimits(ConfigurableListableBeanFactory beans, ObjectProvider<JdbcUsage> usage) {
            return new HikariLimits(beans, usage);
        }

        @Bean
        FindingSource fanoutHikariFindings(ConfigurableListableBeanFactory beans, FanoutProperties properties) {
            return new HikariFindings(beans, properties);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HttpClientSettings.class)
    @ConditionalOnBean(HttpClientSettings.class)
    static class HttpClients {
        @Bean
        FindingSource fanoutHttpTimeoutFindings(HttpClientSettings settings) {
            return new HttpTimeoutFindings(settings);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HttpServiceProxyRegistry.class)
    static class Groups {
        @Bean
        FindingSource fanoutDownstreamFindings(
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

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RequestMappingHandlerMapping.class)
    @ConditionalOnBean(name = "requestMappingHandlerMapping")
    static class Handlers {
        @Bean
        FindingSource fanoutAsyncTimeoutFindings(ApplicationContext context, Environment environment) {
            return () -> new AsyncTimeoutFindings(
                            context.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class),
                            environment)
                    .find();
        }
    }
}
