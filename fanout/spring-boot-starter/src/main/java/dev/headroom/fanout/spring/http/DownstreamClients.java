package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.spring.FanoutProperties;
import dev.headroom.fanout.spring.FanoutProperties.DownstreamProperties;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.HttpClientProperties;
import org.springframework.boot.http.client.autoconfigure.HttpClientSettingsPropertyMapper;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientProperties;
import org.springframework.boot.restclient.autoconfigure.RestClientBuilderConfigurer;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;

/** What a client of a downstream is made of: Boot's own builders and settings, and the gate. */
class DownstreamClients {
    /** Boot has none, and the client's own may be minutes. */
    private static final Duration CONNECT = Duration.ofSeconds(2);

    private static final boolean APACHE = ClassUtils.isPresent(
            "org.apache.hc.client5.http.impl.classic.HttpClients", DownstreamClients.class.getClassLoader());

    private final ConfigurableListableBeanFactory beans;
    private final FanoutProperties properties;
    /** Builders that Boot's configurer works on now, with the downstream; a builder is equal to itself alone. */
    private final Map<RestClient.Builder, String> underWay = new ConcurrentHashMap<>();

    DownstreamClients(ConfigurableListableBeanFactory beans, FanoutProperties properties) {
        this.beans = beans;
        this.properties = properties;
    }

    /** The downstream that the HTTP service group calls. */
    Optional<String> downstreamOf(String group) {
        return properties.downstreams().containsKey(group)
                ? Optional.of(group)
                : properties.downstreams().entrySet().stream()
                        .filter(entry -> entry.getValue().serves(entry.getKey(), group))
                        .map(Map.Entry::getKey)
                        .findFirst();
    }

    DownstreamInterceptor interceptor(String name) {
        return new DownstreamInterceptor(downstream(name), of(name).passDeadline() ? properties.deadlineHeader() : "");
    }

    /** As Boot's own builder, with what the application says of the group of that name, and the gate. */
    RestClient.Builder builder(String name) {
        RestClient.Builder builder = RestClient.builder();
        underWay.put(builder, name);
        try {
            beans.getBeanProvider(RestClientBuilderConfigurer.class)
                    .getIfAvailable(RestClientBuilderConfigurer::new)
                    .configure(builder);
        } catch (RuntimeException e) {
            underWay.remove(builder);
            throw e;
        }
        // Still to be done where a configurer of the application asks no customisers
        customize(builder);
        HttpClientProperties said = group(name);
        if (said != null) {
            if (said.getBaseUrl() != null) {
                builder.baseUrl(said.getBaseUrl());
            }
            builder.defaultHeaders(headers -> headers.putAll(said.getDefaultHeader()));
        }
        return builder.requestInterceptor(interceptor(name));
    }

    /** Gives a builder of a downstream its client; leaves others as they are. */
    void customize(RestClient.Builder builder) {
        String name = underWay.remove(builder);
        if (name != null) {
            builder.requestFactory(requestFactory(name, name));
        }
    }

    /**
     * Timeouts are those of {@code spring.http.serviceclient.<group>}, else of {@code spring.http.clients}; the read timeout
     * is that of the downstream where it is earlier. The downstream may be the application's own, and not as the properties say.
     */
    ClientHttpRequestFactory requestFactory(String name, String group) {
        Downstream downstream = downstream(name);
        HttpClientSettings given = settings(group);
        Duration own = downstream.timeout().orElse(of(name).timeout());
        Duration read =
                given.readTimeout() == null || own.compareTo(given.readTimeout()) < 0 ? own : given.readTimeout();
        Duration connect = given.connectTimeout() == null ? CONNECT : given.connectTimeout();
        HttpClientSettings settings = given.withTimeouts(connect, read);
        ClientHttpRequestFactoryBuilder<?> builder = provider(ClientHttpRequestFactoryBuilder.class);
        if (builder == null) {
            builder = ClientHttpRequestFactoryBuilder.detect(beans.getBeanClassLoader());
        }
        if (APACHE && builder instanceof HttpComponentsClientHttpRequestFactoryBuilder apache) {
            HttpPools pools = beans.getBean(HttpPools.class);
            int size = of(name).connections() == null
                    ? Math.max(of(name).limit(), downstream.usage().limit())
                    : of(name).poolSize();
            return ApacheClients.build(apache, settings, size, pool -> pools.add(group, pool));
        }
        return builder instanceof JdkClientHttpRequestFactoryBuilder jdk
                ? JdkClients.build(jdk, settings, read)
                : builder.build(settings);
    }

    private HttpClientSettings settings(String group) {
        return new HttpClientSettingsPropertyMapper(provider(SslBundles.class), provider(HttpClientSettings.class))
                .map(group(group));
    }

    private @Nullable HttpClientProperties group(String name) {
        HttpServiceClientProperties groups = provider(HttpServiceClientProperties.class);
        return groups == null ? null : groups.get(name);
    }

    private Downstream downstream(String name) {
        return BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, Downstream.class, name);
    }

    private DownstreamProperties of(String name) {
        return Objects.requireNonNull(properties.downstreams().get(name));
    }

    private <T> @Nullable T provider(Class<T> type) {
        ObjectProvider<T> provider = beans.getBeanProvider(type);
        return provider.getIfAvailable();
    }
}
