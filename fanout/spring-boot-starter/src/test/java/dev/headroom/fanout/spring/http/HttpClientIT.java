package dev.headroom.fanout.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.fanout.Deadline;
import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import dev.headroom.fanout.FanOutException;
import dev.headroom.fanout.Part;
import dev.headroom.fanout.Usage;
import dev.headroom.fanout.spring.App;
import dev.headroom.fanout.spring.FakeService;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpTimeoutException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpClientIT {
    private final FakeService service;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    HttpClientIT() throws IOException {
        this.service = new FakeService();
    }

    @AfterEach
    void close() {
        service.close();
        threads.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "simple"})
    void aGroupsClientPassesTheGateOfItsDownstream(String factory) throws Exception {
        try (var app = app(
                "spring.http.clients.imperative.factory=" + factory,
                "fanout.downstreams.users.limit=2",
                "fanout.downstreams.users.queue=1")) {
            Users users = app.getBean(Users.class);
            Downstream downstream = app.getBean(Downstream.class);
            service.hold();
            List<Future<String>> calls = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                calls.add(threads.submit(users::get));
            }
            App.until(() -> downstream.usage().waiting() == 1 && service.inFlight() == 2);

            assertThatThrownBy(users::get)
                    .isInstanceOf(FanOutException.Rejected.class)
                    .hasMessageContaining("users");
            service.release();
            for (Future<String> call : calls) {
                assertThat(call.get()).isEqualTo("ok");
            }
            assertThat(service.most()).isEqualTo(2);
            assertThat(downstream.usage().inFlight()).isZero();
            assertThat(downstream.usage().succeeded()).isEqualTo(3);
        }
    }

    @Test
    void aGroupOfAnotherNameIsBoundWhereTheDownstreamNamesIt() throws Exception {
        try (var app = app("fanout.downstreams.people.groups=users", "fanout.downstreams.people.limit=2")) {
            assertThat(app.getBean(Users.class).get()).isEqualTo("ok");
            assertThat(app.getBean(Downstream.class).usage().succeeded()).isEqualTo(1);
        }
    }

    @Test
    void aGroupWithoutDownstreamIsLeftAsItIs() throws Exception {
        try (var app = app("fanout.downstreams.offers.limit=2")) {
            assertThat(app.getBean(Users.class).get()).isEqualTo("ok");
            assertThat(app.getBean(Downstream.class).usage().succeeded()).isZero();
            assertThat(service.requests().getFirst()).doesNotContainKey("X-Request-Timeout-Ms");
        }
    }

    @Test
    void aBuilderIsThereByName() throws Exception {
        try (var app = app("fanout.downstreams.offers.limit=2")) {
            RestClient client = builder(app, "offers").baseUrl(service.url()).build();
            assertThat(client.get().uri("/").retrieve().body(String.class)).isEqualTo("ok");
            assertThat(usage(app).succeeded()).isEqualTo(1);
        }
    }

    @Test
    void bootsOwnBuilderStaysTheOneThatOthersGet() throws Exception {
        try (var app = app("fanout.downstreams.offers.limit=2", "fanout.downstreams.users.limit=2")) {
            RestClient client =
                    app.getBean(RestClient.Builder.class).baseUrl(service.url()).build();
            assertThat(client.get().uri("/").retrieve().body(String.class)).isEqualTo("ok");
            assertThat(app.getBeansOfType(Downstream.class).values())
                    .allSatisfy(downstream ->
                            assertThat(downstream.usage().succeeded()).isZero());
        }
    }

    @Test
    void theInterceptorPutsABuilderOfYourOwnBehindTheGate() throws Exception {
        try (var app = app("fanout.downstreams.offers.limit=1", "fanout.downstreams.offers.queue=0")) {
            DownstreamInterceptor interceptor = BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                    app.getBeanFactory(), DownstreamInterceptor.class, "offers");
            // Twice: a second permit could not be had
            RestClient client = RestClient.builder()
                    .baseUrl(service.url())
                    .requestInterceptor(interceptor)
                    .requestInterceptor(interceptor)
                    .build();
            assertThat(client.get().uri("/").retrieve().body(String.class)).isEqualTo("ok");
            assertThat(client.get().uri("/").retrieve().body(String.class)).isEqualTo("ok");
            assertThat(usage(app).succeeded()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk"})
    void thePermitIsHeldUntilTheAnswerIsRead(String factory) throws Exception {
        try (var app = app("spring.http.clients.imperative.factory=" + factory, "fanout.downstreams.users.limit=2")) {
            service.hold();
            RestClient client = builder(app, "users").baseUrl(service.url()).build();
            String body = client.get().uri("/headers-first").exchange((request, response) -> {
                assertThat(response.getStatusCode().value()).isEqualTo(200);
                assertThat(usage(app).inFlight()).isEqualTo(1);
                service.release();
                try (InputStream in = response.getBody()) {
                    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                }
            });
            assertThat(body).isEqualTo("ok");
            assertThat(usage(app).inFlight()).isZero();
        }
    }

    @Test
    void aPartOfTheSameDownstreamTakesNoSecondPermit() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=1", "fanout.downstreams.users.queue=0")) {
            Users users = app.getBean(Users.class);
            Downstream downstream = app.getBean(Downstream.class);
            assertThat(FanOut.within(Duration.ofSeconds(50)).call(Part.part(downstream, users::get)))
                    .isEqualTo("ok");
            assertThat(usage(app).succeeded()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk"})
    void aCallThatIsNeverAnsweredEndsWithItsDeadline(String factory) throws Exception {
        try (var app = app(
                "spring.http.clients.imperative.factory=" + factory,
                "fanout.downstreams.users.timeout=1h",
                "spring.http.clients.read-timeout=1h")) {
            RestClient client = builder(app, "users").baseUrl(service.url()).build();
            assertThatThrownBy(() -> Deadline.callWithin(
                            Duration.ofMillis(150),
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
                            Duration.ofMillis(150),
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
                app("spring.http.clients.imperative.factory=" + factory, "fanout.downstreams.users.timeout=300ms")) {
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

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk"})
    void aPartThatIsGivenUpEndsAndLeavesItsPermit(String factory) throws Exception {
        try (var app = app(
                "spring.http.clients.imperative.factory=" + factory,
                "fanout.downstreams.users.timeout=1h",
                "spring.http.clients.read-timeout=1h")) {
            RestClient client = builder(app, "users").build();
            Downstream downstream = app.getBean(Downstream.class);
            assertThatThrownBy(() -> FanOut.within(Duration.ofMillis(150))
                            .call(Part.part(
                                    downstream,
                                    () -> client.get().uri("/never").retrieve().body(String.class))))
                    .isInstanceOf(FanOutException.class);
            App.until(() -> downstream.usage().inFlight() == 0);
            assertThat(downstream.abandoned()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk"})
    void aPartThatIsCancelledIsNotSentAgain(String factory) throws Exception {
        try (var app = app(
                "spring.http.clients.imperative.factory=" + factory,
                "fanout.downstreams.users.timeout=1h",
                "spring.http.clients.read-timeout=1h")) {
            RestClient client = builder(app, "users").build();
            Downstream downstream = app.getBean(Downstream.class);
            assertThatThrownBy(() -> FanOut.within(Duration.ofMinutes(10))
                            .call(
                                    Part.part(
                                            downstream,
                                            () -> client.get()
                                                    .uri("/never")
                                                    .retrieve()
                                                    .body(String.class)),
                                    Part.part(Downstream.of("other", 1), () -> {
                                        App.until(() -> service.requests().size() == 1);
                                        throw new IllegalStateException("no");
                                    }),
                                    (first, second) -> first))
                    .hasRootCauseMessage("no");
            App.until(() -> downstream.usage().inFlight() == 0);
            assertThat(service.requests()).hasSize(1);
        }
    }

    @Test
    void whatAnInterceptorTriesAgainTakesAPermitAgain() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=1", "fanout.downstreams.users.queue=0")) {
            RestClient client = builder(app, "users")
                    .requestInterceptors(all -> all.addFirst((request, body, execution) -> {
                        execution.execute(request, body).close();
                        return execution.execute(request, body);
                    }))
                    .build();
            assertThat(client.get().uri("/").retrieve().body(String.class)).isEqualTo("ok");
            assertThat(usage(app).succeeded()).isEqualTo(2);
        }
    }

    @Test
    void aServiceThatHasTooMuchIsNotAskedAgain() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=2")) {
            RestClient client = builder(app, "users").build();
            assertThatThrownBy(() -> client.get().uri("/busy").retrieve().body(String.class))
                    .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
            assertThat(service.requests()).hasSize(1);
        }
    }

    @Test
    void anInterruptedWaitForAPermitSendsNothing() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=1");
                var interrupted = Executors.newVirtualThreadPerTaskExecutor()) {
            Users users = app.getBean(Users.class);
            Downstream downstream = app.getBean(Downstream.class);
            service.hold();
            Future<String> first = threads.submit(users::get);
            App.until(() -> service.inFlight() == 1);
            Future<Boolean> second = interrupted.submit(() -> {
                try {
                    users.get();
                    return false;
                } catch (ResourceAccessException e) {
                    return Thread.currentThread().isInterrupted();
                }
            });
            App.until(() -> downstream.usage().waiting() == 1);
            interrupted.shutdownNow();
            assertThat(second.get()).isTrue();
            service.release();
            assertThat(first.get()).isEqualTo("ok");
            assertThat(service.requests()).hasSize(1);
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

    @Test
    void thePoolHasAConnectionForEachPermit() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=37")) {
            app.getBean(Users.class).get();
            List<String> pools = pools(app);
            assertThat(pools).contains("users 37 37");
        }
    }

    @Test
    void thePoolMayHaveAnotherSize() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=37", "fanout.downstreams.users.connections=12")) {
            app.getBean(Users.class).get();
            assertThat(pools(app)).contains("users 12 12");
        }
    }

    @Test
    void bootsOwnClientsHaveRoomForTheWidestGate() throws Exception {
        try (var app = app("fanout.downstreams.a.limit=37", "fanout.downstreams.b.limit=20")) {
            RestClient client =
                    app.getBean(RestClient.Builder.class).baseUrl(service.url()).build();
            client.get().uri("/").retrieve().body(String.class);
            assertThat(pools(app)).contains("default 37 57");
        }
    }

    @Test
    void theApplicationsOwnCustomiserHasTheLastWordOnBootsClients() throws Exception {
        try (var app = App.plain(Sized.class, "fanout.downstreams.a.limit=37")) {
            RestClient client =
                    app.getBean(RestClient.Builder.class).baseUrl(service.url()).build();
            client.get().uri("/").retrieve().body(String.class);
            assertThat(pools(app)).contains("default 9 37");
        }
    }

    @Test
    void aPoolHasMetersFromItsFirstConnectionOn() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=37")) {
            MeterRegistry meters = app.getBean(MeterRegistry.class);
            assertThat(pool(meters, "total.max")).isZero();
            app.getBean(Users.class).get();
            assertThat(pool(meters, "total.max")).isEqualTo(37);
            assertThat(pool(meters, "total.pending")).isZero();
            assertThat(pool(meters, "route.max.default")).isEqualTo(37);
        }
    }

    @Test
    void aConnectionManagerOfTheApplicationStaysAndIsSeen() throws Exception {
        try (var app = App.plain(
                Managed.class,
                "fanout.downstreams.users.limit=37",
                "spring.http.serviceclient.users.base-url=" + service.url())) {
            assertThat(app.getBean(Users.class).get()).isEqualTo("ok");
            assertThat(pools(app)).contains("users 11 11");
        }
    }

    private static double pool(MeterRegistry meters, String meter) {
        return meters.get("httpcomponents.httpclient.pool." + meter)
                .tag("httpclient", "users")
                .gauge()
                .value();
    }

    @Test
    void asManyCallsAsPermitsAreOutAtOnce() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=20")) {
            service.hold();
            List<Future<String>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(threads.submit(() -> app.getBean(Users.class).get()));
            }
            // With Apache's own 5 connections per route this would never be
            App.until(() -> service.inFlight() == 20);
            service.release();
            for (Future<String> call : calls) {
                assertThat(call.get()).isEqualTo("ok");
            }
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

    private ConfigurableApplicationContext app(String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("spring.http.serviceclient.users.base-url=" + service.url());
        return App.plain(Client.class, all.toArray(String[]::new));
    }

    private static RestClient.Builder builder(ConfigurableApplicationContext app, String name) {
        return BeanFactoryAnnotationUtils.qualifiedBeanOfType(app.getBeanFactory(), RestClient.Builder.class, name);
    }

    private static Usage usage(ConfigurableApplicationContext app) {
        return app.getBean(Downstream.class).usage();
    }

    private long left(int request) {
        return Long.parseLong(service.requests().get(request).getFirst("X-Request-Timeout-Ms"));
    }

    private static void leftIsBelow(long millis) {
        while (Deadline.current().left().toMillis() >= millis) {
            Thread.onSpinWait();
        }
    }

    private static List<String> pools(ConfigurableApplicationContext app) {
        List<String> pools = new ArrayList<>();
        HttpPools known = app.getBean(HttpPools.class);
        known.onName(name -> known.named(name)
                .forEach(pool -> pools.add(name + " " + pool.getDefaultMaxPerRoute() + " " + pool.getMaxTotal())));
        return pools;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ImportHttpServices(group = "users", types = Users.class)
    static class Client {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Sized {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> nine() {
            return builder -> builder.withConnectionManagerCustomizer(pool -> pool.setMaxConnPerRoute(9));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ImportHttpServices(group = "users", types = Users.class)
    static class Managed {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> eleven() {
            return builder -> builder.withHttpClientCustomizer(
                    client -> client.setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                            .setMaxConnPerRoute(11)
                            .setMaxConnTotal(11)
                            .build()));
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

    interface Users {
        @GetExchange("/")
        String get();
    }
}
