package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.spring.FanoutAutoConfiguration;
import dev.headroom.fanout.spring.FanoutProperties;
import dev.headroom.fanout.spring.FanoutProperties.DownstreamProperties;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;

/** HTTP clients behind the gates of their downstreams. */
@AutoConfiguration(after = {FanoutAutoConfiguration.class, RestClientAutoConfiguration.class})
@ConditionalOnClass({RestClient.class, RestClientCustomizer.class})
@Import(DownstreamClientRegistrar.class)
public final class FanoutHttpClientAutoConfiguration {
    @Bean
    DownstreamClients fanoutDownstreamClients(ConfigurableListableBeanFactory beans, FanoutProperties properties) {
        return new DownstreamClients(beans, properties);
    }

    /** First, so that a customiser which sets another client has the last word, as a test's mock does. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    RestClientCustomizer fanoutBuilderClients(DownstreamClients clients) {
        return clients::customize;
    }

    @Bean
    RestClientHttpServiceGroupConfigurer fanoutGroupClients(DownstreamClients clients) {
        return DownstreamGroupConfigurer.clients(clients);
    }

    @Bean
    RestClientHttpServiceGroupConfigurer fanoutGroupGates(DownstreamClients clients) {
        return DownstreamGroupConfigurer.gates(clients);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(PoolingHttpClientConnectionManager.class)
    static class Apache {
        @Bean
        HttpPools fanoutHttpPools() {
            return new HttpPools();
        }

        /**
         * Of every client that Boot builds: 5 connections per route are fewer than the gate that may stand before them. First,
         * so that the application's own customiser has the last word.
         */
        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> fanoutPoolSizes(
                FanoutProperties properties, HttpPools pools) {
            int widest = properties.downstreams().values().stream()
                    .mapToInt(DownstreamProperties::poolSize)
                    .max()
                    .orElse(0);
            int all = properties.downstreams().values().stream()
                    .mapToInt(DownstreamProperties::poolSize)
                    .sum();
            return builder -> ApacheClients.told(
                    widest <= ApacheClients.PER_ROUTE
                            ? builder
                            : builder.withConnectionManagerCustomizer(pool -> pool.setMaxConnPerRoute(widest)
                                    .setMaxConnTotal(Math.max(all, ApacheClients.TOTAL))),
                    pool -> pools.add(HttpPools.DEFAULT, pool));
        }
    }
}
