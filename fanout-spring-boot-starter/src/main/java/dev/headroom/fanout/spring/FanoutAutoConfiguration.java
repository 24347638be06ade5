package dev.headroom.fanout.spring;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Downstreams from properties. */
@AutoConfiguration
@EnableConfigurationProperties(FanoutProperties.class)
@Import(DownstreamRegistrar.class)
public final class FanoutAutoConfiguration {
    @Bean
    DownstreamFactory fanoutDownstreamFactory(
            FanoutProperties properties, ObjectProvider<DownstreamCustomizer> customizers) {
        return new DownstreamFactory(properties, customizers);
    }
}
