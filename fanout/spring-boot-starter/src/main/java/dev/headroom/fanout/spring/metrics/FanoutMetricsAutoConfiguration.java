package dev.headroom.fanout.spring.metrics;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.spring.DownstreamCustomizer;
import dev.headroom.fanout.spring.FanoutAutoConfiguration;
import dev.headroom.fanout.spring.http.HttpPools;
import dev.headroom.fanout.spring.web.Admission;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Meters of the downstreams. */
@AutoConfiguration(
        after = FanoutAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration",
            "dev.headroom.fanout.spring.http.FanoutHttpClientAutoConfiguration",
            "dev.headroom.fanout.spring.web.FanoutWebAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public final class FanoutMetricsAutoConfiguration {
    /** The registry is asked for at the first call: it must not be made early for the sake of a downstream. */
    @Bean
    DownstreamCustomizer fanoutTimers(ObjectProvider<MeterRegistry> registry) {
        return (name, builder) -> builder.listener(new CallTimers(name, registry));
    }

    @Bean
    DownstreamMeters fanoutDownstreamMeters(ObjectProvider<Downstream> downstreams) {
        return new DownstreamMeters(downstreams);
    }

    @Bean
    @ConditionalOnBean(Admission.class)
    RequestMeters fanoutRequestMeters(Admission admission) {
        return new RequestMeters(admission);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(PoolingHttpClientConnectionManager.class)
    @ConditionalOnBean(HttpPools.class)
    static class Apache {
        @Bean
        HttpPoolMeters fanoutHttpPoolMeters(HttpPools pools) {
            return new HttpPoolMeters(pools);
        }
    }
}
