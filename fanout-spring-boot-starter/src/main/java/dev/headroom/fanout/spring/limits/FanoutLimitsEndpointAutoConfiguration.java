package dev.headroom.fanout.spring.limits;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The actuator's endpoint {@code limits}. */
@AutoConfiguration(after = FanoutLimitsAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(endpoint = LimitsEndpoint.class)
public final class FanoutLimitsEndpointAutoConfiguration {
    @Bean
    @ConditionalOnBean(Limits.class)
    @ConditionalOnMissingBean
    LimitsEndpoint fanoutLimitsEndpoint(Limits limits) {
        return new LimitsEndpoint(limits);
    }
}
