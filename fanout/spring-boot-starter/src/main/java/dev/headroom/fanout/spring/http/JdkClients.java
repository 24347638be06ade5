package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.Deadline;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;

/**
 * The JDK's client, each request with what is left of the deadline as its read timeout. Spring fixes that timeout for a
 * factory; so each request has a factory of its own (three fields) on one client.
 */
final class JdkClients {
    private JdkClients() {}

    /** With the application's customisations of the client; those of the factory, which is another for each request, do not count. */
    static ClientHttpRequestFactory build(
            JdkClientHttpRequestFactoryBuilder builder, HttpClientSettings settings, Duration readTimeout) {
        // Boot lets its client out of hand to nobody: this one is made by the same builder
        AtomicReference<HttpClient.Builder> made = new AtomicReference<>();
        builder.withHttpClientCustomizer(made::set).build(settings);
        HttpClient client = Objects.requireNonNull(made.get()).build();
        Executor executor = client.executor().orElseGet(SimpleAsyncTaskExecutor::new);
        return new Factory(client, executor, readTimeout);
    }

    private record Factory(HttpClient client, Executor executor, Duration readTimeout)
            implements ClientHttpRequestFactory {
        @Override
        public ClientHttpRequest createRequest(URI uri, HttpMethod method) throws IOException {
            Duration left = Deadline.current().left();
            JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(client, executor);
            factory.setReadTimeout(left.compareTo(readTimeout) < 0 ? left : readTimeout);
            return factory.createRequest(uri, method);
        }
    }
}
