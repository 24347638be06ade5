package dev.headroom.fanout.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import dev.headroom.fanout.FanOutException;
import dev.headroom.fanout.Part;
import dev.headroom.fanout.spring.App;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** Permits and gates. */
class HttpClientIT extends ServiceCalls {
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

    /** It may have done what was asked of it. */
    @Test
    void aServiceThatBreaksANewConnectionIsNotAskedAgain() throws Exception {
        var asked = new AtomicInteger();
        try (var breaking = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var app = app(
                        "spring.http.clients.imperative.factory=http-components", "fanout.downstreams.users.limit=2")) {
            threads.submit(() -> {
                while (true) {
                    try (Socket connection = breaking.accept()) {
                        asked.incrementAndGet();
                        connection.getInputStream().read(new byte[10_000]);
                    }
                }
            });
            RestClient client = builder(app, "users").build();
            assertThatThrownBy(() -> client.get()
                            .uri("http://127.0.0.1:" + breaking.getLocalPort() + "/")
                            .retrieve()
                            .body(String.class))
                    .isInstanceOf(ResourceAccessException.class);
            assertThat(asked).hasValue(1);
        }
    }

    /** It was idle for too long, and the service had closed it when the request came. */
    @Test
    void aKeptConnectionThatIsClosedIsReplaced() throws Exception {
        var asked = new AtomicInteger();
        try (var closing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var app = app(
                        "spring.http.clients.imperative.factory=http-components", "fanout.downstreams.users.limit=2")) {
            threads.submit(() -> {
                while (true) {
                    try (Socket connection = closing.accept()) {
                        int most = asked.get() == 0 ? 2 : 1;
                        for (int i = 0; i < most; i++) {
                            connection.getInputStream().read(new byte[10_000]);
                            if (asked.incrementAndGet() != 2) {
                                connection
                                        .getOutputStream()
                                        .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                                                .getBytes(StandardCharsets.US_ASCII));
                            }
                        }
                    }
                }
            });
            RestClient client = builder(app, "users").build();
            for (int i = 0; i < 2; i++) {
                assertThat(client.get()
                                .uri("http://127.0.0.1:" + closing.getLocalPort() + "/")
                                .retrieve()
                                .body(String.class))
                        .isEqualTo("ok");
            }
            assertThat(asked).hasValue(3);
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
}
