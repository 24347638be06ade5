package dev.headroom.fanout.spring.metrics;

import dev.headroom.fanout.spring.DownstreamCustomizer;
import dev.headroom.fanout.spring.FanoutAutoConfiguration;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** A span around each call. */
@AutoConfiguration(
        after = FanoutAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(ObservationRegistry.class)
public final class FanoutObservationAutoConfiguration {
    @Bean
    DownstreamCustomizer fanoutSpans(
            ObjectProvider<ObservationRegistry> registry, ObjectProvider<CallObservationConvention> convention) {
        return (name, builder) -> builder.interceptor(new ObservedCall(registry, convention));
    }
}
