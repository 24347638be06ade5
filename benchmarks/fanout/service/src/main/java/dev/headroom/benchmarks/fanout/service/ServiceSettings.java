package dev.headroom.benchmarks.fanout.service;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param limit calls of {@code /fanout} in flight; {@code /threads} has no such bound
 * @param queue calls of {@code /fanout} that may wait
 * @param deadline of a request to {@code /fanout}
 * @param readTimeout of the client that both have
 */
@ConfigurationProperties("service")
record ServiceSettings(
        @DefaultValue("20000") int limit,
        @DefaultValue("20000") int queue,
        @DefaultValue("30s") Duration deadline,
        @DefaultValue("30s") Duration readTimeout) {}
