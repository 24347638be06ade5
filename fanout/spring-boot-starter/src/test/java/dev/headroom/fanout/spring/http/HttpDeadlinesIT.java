package dev.headroom.fanout.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.fanout.Deadline;
import dev.headroom.fanout.FanOutException;
import dev.headroom.fanout.spring.App;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.registry.ImportHttpServices;

/** When a call ends, and what it tells the service of the time that is left. */
class HttpDeadlinesIT extends ServiceCalls {
    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk"})
    void aCallThatIsNeverAnsweredEndsWithItsDeadline(String factory) throws Exception {
        try (var app = app(
                "spring.http.clients.imperative.factory=" + factory,
                "fanout.downstreams.users.timeout=1h",
                "spring.http.clients.read-timeout=1h")) {
            RestClient client = builder(app, "users").baseUrl(service.url()).build();
            assertThatThrownBy(() -> Deadline.callWithin(
                            Duration.ofSeconds(1),
                            () -> client.get().uri("/never").retrieve().body(String.class)))
                    .isInstanceOf(ResourceAccessException.class)
                    .satisfies(thrown -> assertThat(thrown.getCause())
                            .isInstanceOfAny(java.io.InterruptedIOException.class, HttpTimeoutException.class));
            assertThat(usage(app).inFlight()).isZero();
            assertThat(usage(app).failed()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk"})
    void aConnectionThatIsNeverMadeEndsWithTheDeadline(String factory) throws Exception {
        try (var deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var full = new FullBacklog(deaf);
                var app = app(
                        "spring.http.clients.imperative.factory=" + factory,
                        "fanout.downstreams.users.timeout=1h",
                        "spring.http.clients.connect-timeout=1h",
                        "spring.http.clients.read-timeout=1h")) {
            RestClient client = builder(app, "users").baseUrl(full.url()).build();
            assertThatThrownBy(() -> Deadline.callWithin(
                            Duration.ofSeconds(1),
                            () -> client.get().uri("/").retrieve().body(String.class)))
                    .isInstanceOf(ResourceAccessException.class);
            assertThat(usage(app).inFlight()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "simple"})
    void withoutADeadlineTheDownstreamsTimeoutEndsIt(String factory) throws Exception {
        try (var app = app(
                "spring.http.clients.imperative.factory=" + factory,
                "fanout.downstreams.users.timeout=150ms",
                "spring.http.clients.read-timeout=1h")) {
            RestClient client = builder(app, "users").baseUrl(service.url()).build();
            assertThatThrownBy(() -> client.get().uri("/never").retrieve().body(String.class))
                    .isInstanceOf(ResourceAccessException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "simple"})
    void aBodyThatDripsEndsWithTheDeadlineToo(String factory) throws Exception {
        try (var app =
                app("spring.http.clients.imperative.factory=" + factory, "fanout.downstreams.users.timeout=300ms")) {
            RestClient client = builder(app, "users").baseUrl(service.url()).build();
            assertThatThrownBy(() -> client.get().uri("/drip").retrieve().body(String.class))
                    .isInstanceOf(RuntimeException.class)
                    .hasRootCauseInstanceOf(IOException.class);
            assertThat(usage(app).inFlight()).isZero();
        }
    }

    /** Nobody reads it: the client would when the answer is closed, to its end. */
    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "simple"})
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aBodyThatDripsAndIsNotReadEndsWithTheDeadlineToo(String factory) throws Exception {
        try (var app =
                app("spring.http.clients.imperative.factory=" + factory, "fanout.downstreams.users.timeout=1500ms")) {
            RestClient client = builder(app, "users").baseUrl(service.url()).build();
            assertThat(client.get().uri("/drip").retrieve().toBodilessEntity().getStatusCode())
                    .isEqualTo(HttpStatus.OK);
            assertThat(usage(app).inFlight()).isZero();
        }
    }

    @Test
    void theAnswerHasWhatTheWaitForAConnectionHasLeft() throws Exception {
        try (var app = App.plain(
                SlowToConnect.class,
                "fanout.downstreams.users.timeout=1h",
                "spring.http.clients.read-timeout=1h",
                "spring.http.serviceclient.users.base-url=" + service.url())) {
            Users users = app.getBean(Users.class);
            assertThat(Deadline.callWithin(Duration.ofSeconds(50), users::get)).isEqualTo("ok");
            assertThat(app.getBean(SlowToConnect.class).responseTimeouts)
                    .singleElement()
                    .satisfies(timeout -> assertThat(timeout).isBetween(1L, 49_900L));
        }
    }

    @Test
    void whatIsLeftIsToldToTheDownstream() throws Exception {
        try (var app = app("fanout.downstreams.users.timeout=4s", "fanout.deadline-header=X-Request-Timeout-Ms")) {
            app.getBean(Users.class).get();
            Deadline.callWithin(
                    Duration.ofSeconds(2), () -> app.getBean(Users.class).get());
            assertThat(left(0)).isBetween(2001L, 4000L);
            assertThat(left(1)).isBetween(1L, 2000L);
        }
    }

    @Test
    void aSecondTryTellsWhatTheFirstOneHasLeft() throws Exception {
        try (var app = app("fanout.downstreams.users.timeout=1h", "fanout.deadline-header=X-Request-Timeout-Ms")) {
            RestClient client = builder(app, "users")
                    .requestInterceptors(all -> all.addFirst((request, body, execution) -> {
                        execution.execute(request, body).close();
                        leftIsBelow(left(0));
                        return execution.execute(request, body);
                    }))
                    .build();
            Deadline.callWithin(
                    Duration.ofSeconds(50),
                    () -> client.get().uri("/").retrieve().body(String.class));
            assertThat(service.requests()).hasSize(2);
            assertThat(left(1)).isLessThan(left(0));
        }
    }

    @Test
    void itIsNotToldWhereTheDownstreamIsNotToKnow() throws Exception {
        try (var app =
                app("fanout.downstreams.users.pass-deadline=false", "fanout.deadline-header=X-Request-Timeout-Ms")) {
            app.getBean(Users.class).get();
            assertThat(service.requests().getFirst()).doesNotContainKey("X-request-timeout-ms");
        }
    }

    @Test
    void theHeaderMayHaveAnotherName() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=2", "fanout.deadline-header=Time-Left")) {
            app.getBean(Users.class).get();
            assertThat(service.requests().getFirst())
                    .containsKey("Time-left")
                    .doesNotContainKey("X-request-timeout-ms");
        }
    }

    @Test
    void aRequestWhoseTimeIsOverIsNotSent() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=2")) {
            assertThatThrownBy(() -> Deadline.callWithin(
                            Duration.ofNanos(1), () -> app.getBean(Users.class).get()))
                    .isInstanceOf(FanOutException.DeadlineExpired.class)
                    .hasMessageContaining("had not been begun");
            assertThat(service.requests()).isEmpty();
            assertThat(usage(app).inFlight()).isZero();
        }
    }

    /** Connections that are never accepted fill the queue; the kernel answers no further one. */
    private static final class FullBacklog implements AutoCloseable {
        private final ServerSocket server;
        private final List<SocketChannel> waiting = new ArrayList<>();

        FullBacklog(ServerSocket server) throws IOException {
            this.server = server;
            for (int i = 0; i < 8; i++) {
                SocketChannel channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(server.getLocalSocketAddress());
                waiting.add(channel);
            }
        }

        String url() {
            return "http://127.0.0.1:" + server.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            for (SocketChannel channel : waiting) {
                channel.close();
            }
        }
    }

    private long left(int request) {
        return Long.parseLong(service.requests().get(request).getFirst("X-Request-Timeout-Ms"));
    }

    private static void leftIsBelow(long millis) {
        while (Deadline.current().left().toMillis() >= millis) {
            Thread.onSpinWait();
        }
    }

    /** Between the connect and the request, as a wait for a connection would. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ImportHttpServices(group = "users", types = Users.class)
    static class SlowToConnect {
        final List<Long> responseTimeouts = new CopyOnWriteArrayList<>();

        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> slow() {
            return builder -> builder.withHttpClientCustomizer(client -> client.addExecInterceptorBefore(
                    ChainElement.MAIN_TRANSPORT.name(), "slow", (request, scope, chain) -> {
                        leftIsBelow(49_900);
                        ClassicHttpResponse answer = chain.proceed(request, scope);
                        responseTimeouts.add(scope.clientContext
                                .getRequestConfigOrDefault()
                                .getResponseTimeout()
                                .toMilliseconds());
                        return answer;
                    }));
        }
    }
}
