package dev.headroom.fanout.spring.web;

import dev.headroom.fanout.Caller;
import dev.headroom.fanout.spring.FanoutAutoConfiguration;
import dev.headroom.fanout.spring.FanoutProperties;
import io.micrometer.context.ThreadLocalAccessor;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Bounds for the requests that a servlet application serves, and answers for fan-outs that failed. */
@AutoConfiguration(after = FanoutAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({Filter.class, FilterRegistrationBean.class})
public final class FanoutWebAutoConfiguration {
    /** After the encoding and Micrometer's observation, so that what is turned away is counted; before all else. */
    public static final int FILTER_ORDER = Ordered.HIGHEST_PRECEDENCE + 10;

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "fanout.request.enabled", matchIfMissing = true)
    static class Bounds {
        @Bean
        @ConditionalOnMissingBean
        Admission fanoutAdmission(FanoutProperties properties) {
            return new Admission(properties.request().limit());
        }

        @Bean
        FilterRegistrationBean<AdmissionFilter> fanoutAdmissionFilter(
                Admission admission,
                FanoutProperties properties,
                Environment environment,
                ObjectProvider<CallerResolver> callers) {
            BoundedPaths paths = new BoundedPaths(
                    properties.request().paths(), properties.request().excludePaths(), never(environment));
            FilterRegistrationBean<AdmissionFilter> registration = new FilterRegistrationBean<>(new AdmissionFilter(
                    admission, properties, paths, callers.getIfAvailable(() -> request -> Caller.current())));
            registration.setName("fanoutAdmissionFilter");
            registration.setOrder(FILTER_ORDER);
            registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
            registration.setAsyncSupported(true);
            return registration;
        }

        /**
         * The actuator's endpoints, and the probes that are not below them. On a port of their own they have no filters of
         * the application before them. Where the base path is that of the application, nothing tells them from its own.
         */
        static List<String> never(Environment environment) {
            String servlet = cleaned(environment.getProperty("spring.mvc.servlet.path", "/"));
            List<String> never = new ArrayList<>();
            String base = cleaned(environment.getProperty("management.endpoints.web.base-path", "/actuator"));
            if (!base.isEmpty()) {
                never.add(servlet + base);
            }
            if (environment.getProperty(
                    "management.endpoint.health.probes.add-additional-paths", Boolean.class, false)) {
                never.add(servlet + "/livez");
                never.add(servlet + "/readyz");
            }
            return never;
        }

        /** As Boot does. */
        private static String cleaned(String path) {
            return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({DispatcherServlet.class, ThreadLocalAccessor.class})
    @ConditionalOnBooleanProperty(name = "fanout.request.enabled", matchIfMissing = true)
    static class Async {
        @Bean
        WebMvcConfigurer fanoutAsyncDeadlines() {
            return new WebMvcConfigurer() {
                @Override
                public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
                    configurer.registerCallableInterceptors(new CallableDeadlines());
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(DispatcherServlet.class)
    @ConditionalOnBooleanProperty(name = "fanout.problem-details.enabled", matchIfMissing = true)
    static class Problems {
        /** Last, so that a handler of the application comes before it. */
        @Bean
        @Order(Ordered.LOWEST_PRECEDENCE)
        FanOutProblems fanoutProblems(FanoutProperties properties) {
            return new FanOutProblems(
                    properties.request().retryAfter(),
                    properties.problemDetails().downstreams());
        }
    }
}
