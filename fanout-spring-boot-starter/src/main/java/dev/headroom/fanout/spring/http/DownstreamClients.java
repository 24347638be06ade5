package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.spring.FanoutProperties;
import dev.headroom.fanout.spring.FanoutProperties.DownstreamProperties;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
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
import org.springframework.boot.restclient.RestClientCustomizer;
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
                        .map(java.util.Map.Entry::getKey)
                        .findFirst();
    }

    DownstreamInterceptor interceptor(String name) {
        return new DownstreamInterceptor(
                BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, Downstream.class, name),
                of(name).passDeadline() ? properties.deadlineHeader() : "");
    }

    /** With the customisations of the application as in Boot's own builder, what it says of the group of that name, and the gate. */
    RestClient.Builder builder(String name) {
        RestClient.Builder builder = RestClient.builder().requestFactory(requestFactory(name, name));
        // After the client, as Boot does it: one that sets another has the last word, as a test's mock does
        beans.getBeanProvider(RestClientCustomizer.class).orderedStream().forEach(each -> each.customize(builder));
        HttpClientProperties said = group(name);
        if (said != null) {
            if (said.getBaseUrl() != null) {
                builder.baseUrl(said.getBaseUrl());
            }
            builder.defaultHeaders(headers -> headers.putAll(said.getDefaultHeader()));
        }
        return builder.requestInterceptor(interceptor(name));
    }

    /**
     * Timeouts are those of {@code spring.http.serviceclient.<group>}, else of {@code spring.http.clients}; the read timeout
     * is that of the downstream where it is earlier.
     */
    ClientHttpRequestFactory requestFactory(String name, String group) {
        DownstreamProperties downstream = of(name);
        HttpClientSettings given = settings(group);
        Duration read = given.readTimeout() == null || downstream.timeout().compareTo(given.readTimeout()) < 0
                ? downstream.timeout()
                : given.readTimeout();
        Duration connect = given.connectTimeout() == null ? CONNECT : given.connectTimeout();
        HttpClientSettings settings = given.withTimeouts(connect, read);
        ClientHttpRequestFactoryBuilder<?> builder = provider(ClientHttpRequestFactoryBuilder.class);
        if (builder == null) {
            builder = ClientHttpRequestFactoryBuilder.detect(beans.getBeanClassLoader());
        }
        if (APACHE && builder instanceof HttpComponentsClientHttpRequestFactoryBuilder apache) {
            HttpPools pools = beans.getBean(HttpPools.class);
            return pools.quietly(
                    () -> ApacheClients.build(apache, settings, downstream.poolSize(), pool -> pools.add(group, pool)));
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

    private DownstreamProperties of(String name) {
        return Objects.requireNonNull(properties.downstreams().get(name));
    }

    private <T> @Nullable T provider(Class<T> type) {
        ObjectProvider<T> provider = beans.getBeanProvider(type);
        return provider.getIfAvailable();
    }
}
